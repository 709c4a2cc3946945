'use client';
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from '../contract/imports.js';
import { activityHook } from './rowHooks.js';

/** Creates the key that a wallet's mnemonic is sealed to. {@link initImportWallet} */
export const useInitImportWallet = activityHook('useInitImportWallet', initImportWallet);
/** Imports a wallet whose mnemonic the app has sealed. {@link importWallet} */
export const useImportWalletBundle = activityHook('useImportWalletBundle', importWallet);
/** Creates the key that a private key is sealed to. {@link initImportPrivateKey} */
export const useInitImportPrivateKey = activityHook('useInitImportPrivateKey', initImportPrivateKey);
/** Imports a private key that the app has sealed. {@link importPrivateKey} */
export const useImportPrivateKeyBundle = activityHook('useImportPrivateKeyBundle', importPrivateKey);
