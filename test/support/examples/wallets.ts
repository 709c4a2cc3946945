import type * as wallets from '../../../src/contract/wallets.js';
import { createWallet, createWalletAccounts } from '../../../src/contract/wallets.js';
import type * as queries from '../../../src/contract/wallets.queries.js';
import {
  type GetWalletAccountResponse,
  getWalletAccount,
  type ListWalletsResponse,
  listWallets,
} from '../../../src/contract/wallets.queries.js';
import { absentId } from '../parties.js';
import { ask } from '../wire.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

const wallet = ({ done }: Maker) => done(createWallet, { walletName: unique('Wallet'), accounts: [account] });

async function walletsOf({ test, root: { organizationId, key } }: Maker) {
  return (await ask<ListWalletsResponse>(test, key, listWallets, { organizationId })).wallets;
}

let accounts = 0;

/** Returns an earlier one that was not deleted, because an organization has a hundred at most. */
async function spareWallet(by: Maker): Promise<string> {
  return (await walletsOf(by)).slice(9).at(-1)?.walletId ?? (await wallet(by)).walletId;
}

export const walletResources = {
  walletId: { absent: absentId, make: spareWallet },
  /** The address of an account. */
  address: {
    absent: `0x${'0'.repeat(40)}`,
    make: async (by: Maker) => (await wallet(by)).addresses[0] ?? '',
  },
  walletAccountId: {
    absent: absentId,
    /** Creates another account in the first wallet. */
    make: async (by: Maker) => {
      const { organizationId, key } = by.root;
      const [first] = await walletsOf(by);
      const walletId = first?.walletId ?? (await wallet(by)).walletId;
      accounts += 1;
      const path = `m/44'/60'/0'/1/${accounts}`;
      await by.done(createWalletAccounts, { walletId, accounts: [{ ...account, path }] });
      const request = { organizationId, walletId, path };
      const made = await ask<GetWalletAccountResponse>(by.test, key, getWalletAccount, request);
      return made.account.walletAccountId;
    },
  },
};

export const walletExamples: Examples<typeof wallets & typeof queries> = {
  createWallet: { request: () => ({ walletName: unique('Wallet'), accounts: [] }) },
  createWalletAccounts: {
    request: ({ walletId }) => ({ walletId, accounts: [account], persist: false }),
    ofForeign: 'WALLET_NOT_FOUND',
  },
  deleteWalletAccounts: {
    request: async ({ spare }) => ({
      walletAccountIds: [await spare('walletAccountId')],
      deleteWithoutExport: true,
    }),
    ofForeign: 'WALLET_ACCOUNT_NOT_FOUND',
  },
  deleteWallets: {
    request: async ({ spare }) => ({ walletIds: [await spare('walletId')], deleteWithoutExport: true }),
    ofForeign: 'WALLET_NOT_FOUND',
  },
  updateWallet: {
    request: ({ walletId }) => ({ walletId, walletName: unique('Wallet') }),
    ofForeign: 'WALLET_NOT_FOUND',
  },
  updateWalletAccountName: {
    request: ({ walletAccountId }) => ({ walletAccountId, name: unique('Account') }),
    ofForeign: 'WALLET_ACCOUNT_NOT_FOUND',
  },
  getWallet: { request: ({ walletId }) => ({ walletId }), ofForeign: 'WALLET_NOT_FOUND' },
  getWalletAccount: {
    request: ({ walletId }) => ({ walletId, path: account.path }),
    ofForeign: 'WALLET_ACCOUNT_NOT_FOUND',
  },
  listWallets: { request: () => ({}) },
  listWalletAccounts: { request: ({ walletId }) => ({ walletId }), ofForeign: 'WALLET_NOT_FOUND' },
};
