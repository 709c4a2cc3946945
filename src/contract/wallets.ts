import * as v from 'valibot';
import { uuid } from './fields.js';
import { activity } from './row.js';
import { walletAccounts, walletParams, walletResult } from './shapes.js';
import { listWalletAccounts, listWallets } from './wallets.queries.js';

export interface CreateWalletParameters extends v.InferInput<typeof walletParams> {}
export interface CreateWalletResult extends v.InferOutput<typeof walletResult> {}

/**
 * Makes a wallet from a fresh mnemonic (BIP-39, English, 12 words unless asked otherwise) and derives its accounts.
 *
 * @remarks An organization holds at most 100 wallets.
 * @returns `addresses` in the order of the accounts asked for.
 * @throws LIMIT_REACHED, NAME_TAKEN, ACCOUNT_EXISTS, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED,
 * ADDRESS_FORMAT_CURVE_MISMATCH, TOO_MANY_DERIVATIONS
 * @see Wire facts 2.14 `create_wallet`
 * @example
 * const createWallet = useCreateWallet({ onSuccess: ({ addresses }) => console.log(addresses) })
 * const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' } as const
 * createWallet.mutate({ walletName: 'Savings', accounts: [account] })
 */
export const createWallet = activity({
  name: 'create_wallet',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      intentKey: 'createWalletIntent',
      resultKey: 'createWalletResult',
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
 * Derives further accounts of a wallet. `persist: false` only shows the addresses.
 *
 * @throws WALLET_NOT_FOUND, ACCOUNT_EXISTS, NAME_TAKEN, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED,
 * ADDRESS_FORMAT_CURVE_MISMATCH, TOO_MANY_DERIVATIONS
 * @see Wire facts 2.14 `create_wallet_accounts`
 */
export const createWalletAccounts = activity({
  name: 'create_wallet_accounts',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
      intentKey: 'createWalletAccountsIntent',
      resultKey: 'createWalletAccountsResult',
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
});
