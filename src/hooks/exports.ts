'use client';
import { exportPrivateKey, exportWallet, exportWalletAccount } from '../contract/exports.js';
import { activityHook } from './rowHooks.js';

/** Exports a wallet's mnemonic, sealed to a key of the app's own. {@link exportWallet} */
export const useExportWalletBundle = activityHook('useExportWalletBundle', exportWallet);
/** Exports the key of a wallet's account, sealed to a key of the app's own. {@link exportWalletAccount} */
export const useExportWalletAccountBundle = activityHook('useExportWalletAccountBundle', exportWalletAccount);
/** Exports a private key, sealed to a key of the app's own. {@link exportPrivateKey} */
export const useExportPrivateKeyBundle = activityHook('useExportPrivateKeyBundle', exportPrivateKey);
