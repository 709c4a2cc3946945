import * as v from 'valibot';
import { pagination, uuid } from './fields.js';
import { activity, query } from './row.js';
import { wallet, walletAccount, walletAccounts, walletParams, walletResult } from './shapes.js';

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
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  intentKey: 'createWalletIntent',
  resultKey: 'createWalletResult',
  parameters: walletParams,
  result: walletResult,
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
  type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
  intentKey: 'createWalletAccountsIntent',
  resultKey: 'createWalletAccountsResult',
  parameters: v.strictObject({
    walletId: uuid,
    accounts: v.pipe(walletAccounts, v.minLength(1, 'must not be empty')),
    persist: v.optional(v.boolean()),
  }),
  result: v.object({ addresses: v.array(v.string()) }),
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
