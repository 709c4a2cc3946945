import { exportPrivateKeyHandler } from './exportPrivateKey.js';
import { exportWalletHandler } from './exportWallet.js';
import { exportWalletAccountHandler } from './exportWalletAccount.js';

export const exportsHandlers = {
  exportPrivateKey: exportPrivateKeyHandler,
  exportWallet: exportWalletHandler,
  exportWalletAccount: exportWalletAccountHandler,
};
