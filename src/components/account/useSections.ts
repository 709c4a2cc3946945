'use client';
import { useLatchkey } from '../../hooks/context.js';
import { useGetOauthProviders } from '../../hooks/oauth.js';
import { usePasskeySupport, usePasskeys } from '../../hooks/passkeys.js';
import { useWalletKitConfig } from '../../hooks/proxy.js';
import { useSession } from '../../hooks/useSession.js';
import { useWalletAccounts } from '../../hooks/wallets.js';

/** Which sections the panel has below the contacts. */
export type Sections = {
  /** Whether all that decides it is known, or was refused: before that none is shown, so that none moves once it is there. */
  readonly areKnown: boolean;
  /** A passkey can be made here, and logs in. */
  readonly canAddPasskey: boolean;
  /** The addresses with their proofs. */
  readonly haveAddresses: boolean;
};

export function useSections(): Sections {
  const { session } = useSession();
  const { verifyProofs = 'never' } = useLatchkey().settings;
  const haveAddresses = verifyProofs !== 'never';
  const support = usePasskeySupport();
  const config = useWalletKitConfig();
  const passkeys = usePasskeys();
  const providers = useGetOauthProviders({ userId: session?.userId ?? '' });
  const accounts = useWalletAccounts({}, { enabled: haveAddresses });
  const asked = [config, passkeys, providers, ...(haveAddresses ? [accounts] : [])];
  return {
    areKnown: support !== undefined && asked.every(({ isPending }) => !isPending),
    canAddPasskey: support?.create === true && config.data?.enabledProviders.includes('passkey') === true,
    haveAddresses,
  };
}
