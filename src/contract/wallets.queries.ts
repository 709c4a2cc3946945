import * as v from 'valibot';
import { pagination, uuid } from './fields.js';
import { query } from './row.js';
import { wallet, walletAccount } from './shapes.js';

/**
 * The wallets of an organization, all of them, oldest first: there are no pages, since an organization holds at most 100.
 *
 * @see Wire facts 2.15 `list_wallets`
 */
export const listWallets = query({
  name: 'list_wallets',
  request: v.strictObject({ organizationId: uuid }),
  response: v.object({ wallets: v.array(wallet) }),
  refusals: [],
});

/**
 * The accounts of a wallet, or of all wallets of an organization, oldest first; ten a page unless asked otherwise.
 *
 * @throws WALLET_NOT_FOUND
 * @see Wire facts 2.15 `list_wallet_accounts`
 */
export const listWalletAccounts = query({
  name: 'list_wallet_accounts',
  request: v.strictObject({
    organizationId: uuid,
    walletId: v.optional(uuid),
    includeWalletDetails: v.optional(v.boolean()),
    paginationOptions: v.optional(pagination),
  }),
  response: v.object({ accounts: v.array(walletAccount) }),
  refusals: ['WALLET_NOT_FOUND'],
});
