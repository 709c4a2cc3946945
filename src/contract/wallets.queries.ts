import * as v from 'valibot';
import { pagination, uuid } from './fields.js';
import { query } from './row.js';
import { type Wallet, type WalletAccount, wallet, walletAccount } from './shapes.js';

const listWalletsRequest = v.strictObject({ organizationId: uuid });
const listWalletsResponse = v.object({ wallets: v.array(wallet as v.GenericSchema<unknown, Wallet>) });
export interface ListWalletsRequest extends v.InferInput<typeof listWalletsRequest> {}
export interface ListWalletsResponse extends v.InferOutput<typeof listWalletsResponse> {}

/**
 * All wallets of an organization, oldest first: a new one never moves an older one. There are no pages, since an organization has at most
 * 100.
 *
 * @see docs/wire.md 2.15 `list_wallets`
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
 * The accounts of a wallet, or of all wallets of an organization, oldest first: a new one never moves an older one. Ten a page by default.
 *
 * @throws WALLET_NOT_FOUND
 * @see docs/wire.md 2.15 `list_wallet_accounts`
 */
export const listWalletAccounts = query({
  name: 'list_wallet_accounts',
  request: listWalletAccountsRequest as v.GenericSchema<ListWalletAccountsRequest>,
  response: listWalletAccountsResponse as v.GenericSchema<ListWalletAccountsResponse>,
  refusals: ['WALLET_NOT_FOUND'],
});

const getWalletRequest = v.strictObject({ organizationId: uuid, walletId: uuid });
const getWalletResponse = v.object({ wallet: wallet as v.GenericSchema<unknown, Wallet> });
export interface GetWalletRequest extends v.InferInput<typeof getWalletRequest> {}
export interface GetWalletResponse extends v.InferOutput<typeof getWalletResponse> {}

/**
 * A wallet by id.
 *
 * @throws WALLET_NOT_FOUND
 * @see docs/wire.md 2.15 `get_wallet`
 */
export const getWallet = query({
  name: 'get_wallet',
  request: getWalletRequest as v.GenericSchema<GetWalletRequest>,
  response: getWalletResponse as v.GenericSchema<GetWalletResponse>,
  refusals: ['WALLET_NOT_FOUND'],
});

const getWalletAccountRequest = v.strictObject({
  organizationId: uuid,
  walletId: uuid,
  address: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  path: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
});
const getWalletAccountResponse = v.object({ account: walletAccount as v.GenericSchema<unknown, WalletAccount> });
export interface GetWalletAccountRequest extends v.InferInput<typeof getWalletAccountRequest> {}
export interface GetWalletAccountResponse extends v.InferOutput<typeof getWalletAccountResponse> {}

/**
 * An account of a wallet by its address, as stored, or by its path. If both are given, both must match; if several match, the oldest is
 * returned.
 *
 * @throws WALLET_ACCOUNT_NOT_FOUND
 * @see docs/wire.md 2.15 `get_wallet_account`
 */
export const getWalletAccount = query({
  name: 'get_wallet_account',
  request: getWalletAccountRequest as v.GenericSchema<GetWalletAccountRequest>,
  response: getWalletAccountResponse as v.GenericSchema<GetWalletAccountResponse>,
  refusals: ['WALLET_ACCOUNT_NOT_FOUND'],
});
