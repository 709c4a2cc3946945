import * as v from 'valibot';
import { distinct, label, uuid } from './fields.js';
import { activity } from './row.js';
import { walletAccounts, walletParams, walletResult } from './shapes.js';
import { getWallet, getWalletAccount, listWalletAccounts, listWallets } from './wallets.queries.js';

export interface CreateWalletParameters extends v.InferInput<typeof walletParams> {}
export interface CreateWalletResult extends v.InferOutput<typeof walletResult> {}

/**
 * Creates a wallet from a fresh mnemonic (BIP-39, English, 12 words by default) and derives its accounts.
 *
 * @remarks An organization holds at most 100 wallets.
 * @returns `addresses` in the order of the requested accounts.
 * @throws LIMIT_REACHED, NAME_TAKEN, ACCOUNT_EXISTS, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED,
 * ADDRESS_FORMAT_CURVE_MISMATCH, TOO_MANY_DERIVATIONS
 * @see docs/wire.md 2.14 `create_wallet`
 * @example
 * const createWallet = useCreateWallet({ onSuccess: ({ addresses }) => console.log(addresses) })
 * const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' } as const
 * createWallet.mutate({ walletName: 'Savings', accounts: [account] })
 */
export const createWallet = activity({
  name: 'create_wallet',
  versions: {
    V1: {
      parameters: walletParams as v.GenericSchema<CreateWalletParameters>,
      result: walletResult as v.GenericSchema<CreateWalletResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'CREATE',
  right: 'quorum',
  changes: [listWallets, listWalletAccounts],
  refusals: [
    'LIMIT_REACHED',
    'NAME_TAKEN',
    'ACCOUNT_EXISTS',
    'PATH_MALFORMED',
    'PATH_NOT_HARDENED',
    'ADDRESS_FORMAT_NOT_SUPPORTED',
    'ADDRESS_FORMAT_CURVE_MISMATCH',
    'TOO_MANY_DERIVATIONS',
  ],
  unrecorded: { TOO_MANY_DERIVATIONS: 'always' },
});

const createWalletAccountsParameters = v.strictObject({
  walletId: uuid,
  accounts: v.pipe(walletAccounts, v.minLength(1, 'must not be empty')),
  persist: v.optional(v.boolean()),
});
const createWalletAccountsResult = v.object({ addresses: v.array(v.string()) });
export interface CreateWalletAccountsParameters extends v.InferInput<typeof createWalletAccountsParameters> {}
export interface CreateWalletAccountsResult extends v.InferOutput<typeof createWalletAccountsResult> {}

/**
 * Derives further accounts of a wallet. `persist: false` returns the addresses without storing the accounts.
 *
 * @throws WALLET_NOT_FOUND, ACCOUNT_EXISTS, NAME_TAKEN, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED,
 * ADDRESS_FORMAT_CURVE_MISMATCH, TOO_MANY_DERIVATIONS
 * @see docs/wire.md 2.14 `create_wallet_accounts`
 */
export const createWalletAccounts = activity({
  name: 'create_wallet_accounts',
  versions: {
    V1: {
      parameters: createWalletAccountsParameters as v.GenericSchema<CreateWalletAccountsParameters>,
      result: createWalletAccountsResult as v.GenericSchema<CreateWalletAccountsResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'CREATE',
  policyRoots: ['wallet'],
  right: 'quorum',
  changes: [listWalletAccounts],
  refusals: [
    'WALLET_NOT_FOUND',
    'NAME_TAKEN',
    'ACCOUNT_EXISTS',
    'PATH_MALFORMED',
    'PATH_NOT_HARDENED',
    'ADDRESS_FORMAT_NOT_SUPPORTED',
    'ADDRESS_FORMAT_CURVE_MISMATCH',
    'TOO_MANY_DERIVATIONS',
  ],
  unrecorded: { TOO_MANY_DERIVATIONS: 'always' },
});

const updateWalletParameters = v.strictObject({ walletId: uuid, walletName: v.optional(label) });
const updateWalletResult = v.object({ walletId: v.string() });
export interface UpdateWalletParameters extends v.InferInput<typeof updateWalletParameters> {}
export interface UpdateWalletResult extends v.InferOutput<typeof updateWalletResult> {}

/**
 * Renames a wallet.
 *
 * @throws WALLET_NOT_FOUND, NAME_TAKEN
 * @see docs/wire.md 2.14 `update_wallet`
 */
export const updateWallet = activity({
  name: 'update_wallet',
  versions: {
    V1: {
      parameters: updateWalletParameters as v.GenericSchema<UpdateWalletParameters>,
      result: updateWalletResult as v.GenericSchema<UpdateWalletResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'UPDATE',
  policyParameters: ['walletId'],
  policyRoots: ['wallet'],
  right: 'quorum',
  changes: [listWallets, getWallet, listWalletAccounts],
  refusals: ['WALLET_NOT_FOUND', 'NAME_TAKEN'],
});

const deleteWalletsParameters = v.strictObject({
  walletIds: distinct(v.pipe(v.array(uuid), v.minLength(1, 'must not be empty'), v.maxLength(100))),
  deleteWithoutExport: v.optional(v.boolean()),
});
const deleteWalletsResult = v.object({ walletIds: v.array(v.string()) });
export interface DeleteWalletsParameters extends v.InferInput<typeof deleteWalletsParameters> {}
export interface DeleteWalletsResult extends v.InferOutput<typeof deleteWalletsResult> {}

/**
 * Deletes wallets and all their accounts for good, all or none. A wallet that was never exported is deleted only with
 * `deleteWithoutExport`.
 *
 * @throws WALLET_NOT_FOUND, NOT_EXPORTED, FRESH_LOGIN_REQUIRED
 * @see docs/wire.md 2.14 `delete_wallets`
 */
export const deleteWallets = activity({
  name: 'delete_wallets',
  versions: {
    V1: {
      parameters: deleteWalletsParameters as v.GenericSchema<DeleteWalletsParameters>,
      result: deleteWalletsResult as v.GenericSchema<DeleteWalletsResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'DELETE',
  policyRoots: ['wallets'],
  right: 'quorum',
  fresh: 'required',
  changes: [listWallets, getWallet, listWalletAccounts, getWalletAccount],
  refusals: ['WALLET_NOT_FOUND', 'NOT_EXPORTED', 'FRESH_LOGIN_REQUIRED'],
});

const deleteWalletAccountsParameters = v.strictObject({
  walletAccountIds: distinct(v.pipe(v.array(uuid), v.minLength(1, 'must not be empty'), v.maxLength(100))),
  deleteWithoutExport: v.optional(v.boolean()),
});
const deleteWalletAccountsResult = v.object({ walletAccountIds: v.array(v.string()) });
export interface DeleteWalletAccountsParameters extends v.InferInput<typeof deleteWalletAccountsParameters> {}
export interface DeleteWalletAccountsResult extends v.InferOutput<typeof deleteWalletAccountsResult> {}

/**
 * Deletes accounts, all or none. Their wallet can derive them again. An account that was not exported, by itself or with its wallet, is
 * deleted only with `deleteWithoutExport`.
 *
 * @throws WALLET_ACCOUNT_NOT_FOUND, NOT_EXPORTED, FRESH_LOGIN_REQUIRED
 * @see Public OpenAPI document, `v1DeleteWalletAccountsIntent`
 */
export const deleteWalletAccounts = activity({
  name: 'delete_wallet_accounts',
  versions: {
    V1: {
      parameters: deleteWalletAccountsParameters as v.GenericSchema<DeleteWalletAccountsParameters>,
      result: deleteWalletAccountsResult as v.GenericSchema<DeleteWalletAccountsResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'DELETE',
  right: 'quorum',
  fresh: 'required',
  changes: [listWalletAccounts, getWalletAccount],
  refusals: ['WALLET_ACCOUNT_NOT_FOUND', 'NOT_EXPORTED', 'FRESH_LOGIN_REQUIRED'],
});

const updateWalletAccountNameParameters = v.strictObject({ walletAccountId: uuid, name: label });
const updateWalletAccountNameResult = v.object({ walletAccountId: v.string() });
export interface UpdateWalletAccountNameParameters extends v.InferInput<typeof updateWalletAccountNameParameters> {}
export interface UpdateWalletAccountNameResult extends v.InferOutput<typeof updateWalletAccountNameResult> {}

/**
 * Renames an account. The hosted service has this activity type, but no path for it: the path is our own.
 *
 * @throws WALLET_ACCOUNT_NOT_FOUND, NAME_TAKEN
 * @see Public OpenAPI document, `v1UpdateWalletAccountNameIntent`
 */
export const updateWalletAccountName = activity({
  name: 'update_wallet_account_name',
  versions: {
    V1: {
      parameters: updateWalletAccountNameParameters as v.GenericSchema<UpdateWalletAccountNameParameters>,
      result: updateWalletAccountNameResult as v.GenericSchema<UpdateWalletAccountNameResult>,
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'UPDATE',
  right: 'quorum',
  changes: [listWalletAccounts, getWalletAccount],
  refusals: ['WALLET_ACCOUNT_NOT_FOUND', 'NAME_TAKEN'],
});
