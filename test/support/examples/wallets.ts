import type * as wallets from '../../../src/contract/wallets.js';
import { createWallet } from '../../../src/contract/wallets.js';
import type * as queries from '../../../src/contract/wallets.queries.js';
import { absentId } from '../parties.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

const wallet = ({ done }: Maker) => done(createWallet, { walletName: unique('Wallet'), accounts: [account] });

export const walletResources = {
  walletId: { absent: absentId, make: async (by: Maker) => (await wallet(by)).walletId },
  /** Of an account. */
  address: {
    absent: `0x${'0'.repeat(40)}`,
    make: async (by: Maker) => (await wallet(by)).addresses[0] ?? '',
  },
};

export const walletExamples: Examples<typeof wallets & typeof queries> = {
  createWallet: { request: () => ({ walletName: unique('Wallet'), accounts: [] }) },
  createWalletAccounts: {
    request: ({ walletId }) => ({ walletId, accounts: [account], persist: false }),
    ofForeign: 'WALLET_NOT_FOUND',
  },
  listWallets: { request: () => ({}) },
  listWalletAccounts: { request: ({ walletId }) => ({ walletId }), ofForeign: 'WALLET_NOT_FOUND' },
};
