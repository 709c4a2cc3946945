import { createWalletHandler } from './createWallet.js';
import { createWalletAccountsHandler } from './createWalletAccounts.js';
import { answerListWalletAccounts } from './listWalletAccounts.js';
import { answerListWallets } from './listWallets.js';

export const walletsHandlers = {
  createWallet: createWalletHandler,
  createWalletAccounts: createWalletAccountsHandler,
};

export const walletsAnswers = {
  listWalletAccounts: answerListWalletAccounts,
  listWallets: answerListWallets,
};
