import {
  answerGetWalletAccount,
  answerListWalletAccounts,
  createWalletAccountsHandler,
  deleteWalletAccountsHandler,
  updateWalletAccountNameHandler,
} from './accounts.js';
import {
  answerGetWallet,
  answerListWallets,
  createWalletHandler,
  deleteWalletsHandler,
  updateWalletHandler,
} from './wallets.js';

export const walletsHandlers = {
  createWallet: createWalletHandler,
  createWalletAccounts: createWalletAccountsHandler,
  deleteWalletAccounts: deleteWalletAccountsHandler,
  deleteWallets: deleteWalletsHandler,
  updateWallet: updateWalletHandler,
  updateWalletAccountName: updateWalletAccountNameHandler,
};

export const walletsAnswers = {
  getWallet: answerGetWallet,
  getWalletAccount: answerGetWalletAccount,
  listWalletAccounts: answerListWalletAccounts,
  listWallets: answerListWallets,
};
