import type { Kysely } from 'kysely';
import { checksumAddress } from '../../../crypto/ethereum.js';
import type { Tables } from '../../store/schema.js';
import type { Organization } from '../caller/caller.js';
import type { PolicyContext } from '../policy/context.js';
import { walletFacts } from '../policy/walletFacts.js';

/** What policies see of who signs: the account and its wallet. Of an address that is not there they see nothing. */
export async function signerContext(
  db: Kysely<Tables>,
  { organization_id }: Organization,
  signWith: string,
): Promise<PolicyContext> {
  const isEthereum = /^0x[\da-fA-F]{40}$/.test(signWith);
  const signer = await db
    .selectFrom('wallet_accounts')
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.organization_id', '=', 'wallet_accounts.organization_id')
        .onRef('wallets.wallet_id', '=', 'wallet_accounts.wallet_id'),
    )
    .select(['address', 'wallets.wallet_id', 'wallet_name', 'imported', 'exported'])
    .where('wallet_accounts.organization_id', '=', organization_id)
    .where('address', 'in', [signWith, isEthereum ? await checksumAddress(signWith) : signWith])
    .orderBy('wallet_accounts.created_at_ms')
    .executeTakeFirst();
  return signer ? { wallet: walletFacts(signer), wallet_account: { address: signer.address } } : {};
}
