import { createWalletHandler } from './createWallet.js';
import { createWalletAccountsHandler } from './createWalletAccounts.js';
import { deleteWalletAccountsHandler } from './deleteWalletAccounts.js';
import { deleteWalletsHandler } from './deleteWallets.js';
import { answerGetWallet } from './getWallet.js';
import { answerGetWalletAccount } from './getWalletAccount.js';
import { answerListWalletAccounts } from './listWalletAccounts.js';
import { answerListWallets } from './listWallets.js';
import { updateWalletHandler } from './updateWallet.js';
import { updateWalletAccountNameHandler } from './updateWalletAccountName.js';

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
