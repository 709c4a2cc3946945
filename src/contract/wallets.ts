import * as v from 'valibot';
import { uuid } from './fields.js';
import { activity } from './row.js';
import { walletAccounts, walletParams, walletResult } from './shapes.js';
import { listWalletAccounts, listWallets } from './wallets.queries.js';

/**
 * Makes a wallet from a fresh mnemonic (BIP-39, English, 12 words unless asked otherwise) and derives its accounts.
 *
 * @remarks An organization holds at most 100 wallets.
 * @returns `addresses` in the order of the accounts asked for.
 * @throws LIMIT_REACHED, NAME_TAKEN, ACCOUNT_EXISTS, PATH_MALFORMED, PATH_NOT_HARDENED, ADDRESS_FORMAT_NOT_SUPPORTED,
 * ADDRESS_FORMAT_CURVE_MISMATCH, TOO_MANY_DERIVATIONS
 * @see Wire facts 2.14 `create_wallet`
 */
export const createWallet = activity({
  name: 'create_wallet',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      intentKey: 'createWalletIntent',
      resultKey: 'createWalletResult',
      parameters: walletParams,
      result: walletResult,
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
      parameters: v.strictObject({
        walletId: uuid,
        accounts: v.pipe(walletAccounts, v.minLength(1, 'must not be empty')),
        persist: v.optional(v.boolean()),
      }),
      result: v.object({ addresses: v.array(v.string()) }),
    },
  },
  newest: 'V1',
  resource: 'WALLET',
  action: 'CREATE',
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
