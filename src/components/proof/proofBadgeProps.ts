import type { ToldAccount } from '../../client/proofs/addressProof.js';
import type { ScreenOptions } from '../../hooks/screenError.js';
import type { ProofMessageChanges } from '../english/proofMessages.js';
import type { Part } from '../theme.js';

export type ProofBadgeProps = ScreenOptions & {
  /** The account whose address it stands beside, as {@link useWalletAccounts} has it; or the address, for which the accounts are listed. */
  address: string | ToldAccount;
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: ProofMessageChanges | undefined;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
};
