import * as v from 'valibot';
import { pagination, uuid } from './fields.js';
import { query } from './row.js';
import { type Wallet, type WalletAccount, wallet, walletAccount } from './shapes.js';

const listWalletsRequest = v.strictObject({ organizationId: uuid });
const listWalletsResponse = v.object({ wallets: v.array(wallet as v.GenericSchema<unknown, Wallet>) });
export interface ListWalletsRequest extends v.InferInput<typeof listWalletsRequest> {}
export interface ListWalletsResponse extends v.InferOutput<typeof listWalletsResponse> {}

/**
 * The wallets of an organization, all of them, oldest first: there are no pages, since an organization holds at most 100.
 *
 * @see Wire facts 2.15 `list_wallets`
 */
export const listWallets = query({
  name: 'list_wallets',
  request: listWalletsRequest as v.GenericSchema<ListWalletsRequest>,
  response: listWalletsResponse as v.GenericSchema<ListWalletsResponse>,
  refusals: [],
});

const listWalletAccountsRequest = v.strictObject({
  organizationId: uuid,
  walletId: v.optional(uuid),
  includeWalletDetails: v.optional(v.boolean()),
  paginationOptions: v.optional(pagination),
});
const listWalletAccountsResponse = v.object({
  accounts: v.array(walletAccount as v.GenericSchema<unknown, WalletAccount>),
});
export interface ListWalletAccountsRequest extends v.InferInput<typeof listWalletAccountsRequest> {}
export interface ListWalletAccountsResponse extends v.InferOutput<typeof listWalletAccountsResponse> {}

/**
 * The accounts of a wallet, or of all wallets of an organization, oldest first; ten a page unless asked otherwise.
 *
 * @throws WALLET_NOT_FOUND
 * @see Wire facts 2.15 `list_wallet_accounts`
 */
export const listWalletAccounts = query({
  name: 'list_wallet_accounts',
  request: listWalletAccountsRequest as v.GenericSchema<ListWalletAccountsRequest>,
  response: listWalletAccountsResponse as v.GenericSchema<ListWalletAccountsResponse>,
  refusals: ['WALLET_NOT_FOUND'],
});
