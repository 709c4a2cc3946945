import { importPrivateKeyHandler } from './importPrivateKey.js';
import { importWalletHandler } from './importWallet.js';
import { initImportPrivateKeyHandler, initImportWalletHandler } from './initImport.js';

export const importsHandlers = {
  importPrivateKey: importPrivateKeyHandler,
  importWallet: importWalletHandler,
  initImportPrivateKey: initImportPrivateKeyHandler,
  initImportWallet: initImportWalletHandler,
};
