'use client';
import { catalogueHook, type LoadedTexts } from '../catalogue.js';
import type { WalletMessageChanges, WalletMessages } from './walletMessages.js';

/** The texts of the wallet in English. */
export const walletEnglish: WalletMessages = {
  title: 'Wallet',
  loading: 'Loading…',
  tryAgain: 'Try again',
  back: 'Back',
  options: 'More',
  optionsOf: (name) => `More: ${name}`,
  account: 'Account',
  logOut: 'Log out',
  network: 'Network',
  showQr: 'Show QR code',
  noBalance: 'Balance not available',
  noAccountOn: (network) => `No account on ${network} yet.`,
  receive: 'Receive',
  send: 'Send',
  accounts: 'Accounts',
  activity: 'Activity',
  search: 'Search accounts',
  searching: 'Searching…',
  noneFound: 'No account found.',
  noAccounts: 'No accounts yet.',
  copy: 'Copy address',
  exportKey: 'Export key',
  rename: 'Rename',
  accountName: 'Account name',
  nameMissing: 'Enter a name.',
  nameTaken: 'Another account has this name.',
  save: 'Save',
  cancel: 'Cancel',
  addAccount: 'Add account',
  addAccountOf: (kind) => `Add ${kind} account`,
  added: (name) => `${name} added.`,
  othersDecide: 'Waiting for others to approve.',
  showMore: 'Show more',
  noActivity: 'Nothing signed or sent yet.',
  statusDone: 'done',
  statusFailed: 'failed',
  statusRejected: 'rejected',
  statusWaiting: 'waiting for approval',
  receiveTitle: 'Receive',
  onlyOn: (network) => `Only send assets on ${network} to this address.`,
  qrOf: 'QR code of this address',
  noQr: 'The QR code can’t be shown. Copy the address.',
  copyFailed: 'Select the address to copy it.',
  share: 'Share',
};

const useCatalogue = catalogueHook<WalletMessages>(walletEnglish, {
  de: async () => (await import('../words/germanWallet.js')).germanWallet,
  fr: async () => (await import('../words/frenchWallet.js')).frenchWallet,
  es: async () => (await import('../words/spanishWallet.js')).spanishWallet,
  pt: async () => (await import('../words/portugueseWallet.js')).portugueseWallet,
  ja: async () => (await import('../words/japaneseWallet.js')).japaneseWallet,
  'zh-Hans': async () => (await import('../words/chineseWallet.js')).chineseWallet,
  ar: async () => (await import('../words/arabicWallet.js')).arabicWallet,
});

/** The texts of the wallet's screens, with an app's changes. */
export function useWalletWords(changes: WalletMessageChanges | undefined): LoadedTexts<WalletMessages> {
  const spoken = useCatalogue();
  return { ...spoken, words: { ...spoken.words, ...changes } };
}
