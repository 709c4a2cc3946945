'use client';
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from '../contract/imports.js';
import { activityHook } from './rowHooks.js';

/** Makes the key that a wallet's words are sealed to. {@link initImportWallet} */
export const useInitImportWallet = activityHook('useInitImportWallet', initImportWallet);
/** Keeps a wallet whose words were sealed elsewhere. {@link importWallet} */
export const useImportWalletBundle = activityHook('useImportWalletBundle', importWallet);
/** Makes the key that a private key is sealed to. {@link initImportPrivateKey} */
export const useInitImportPrivateKey = activityHook('useInitImportPrivateKey', initImportPrivateKey);
/** Keeps a private key that was sealed elsewhere. {@link importPrivateKey} */
export const useImportPrivateKeyBundle = activityHook('useImportPrivateKeyBundle', importPrivateKey);
