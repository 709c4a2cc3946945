'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import type { MnemonicToImport, PrivateKeyToImport } from '../client/flows/importSecrets.js';
import type { ImportPrivateKeyResult, ImportWalletResult } from '../contract/imports.js';
import type { HookError } from './hookTypes.js';
import { type TransferHookOptions, useTransfer } from './useTransfer.js';

/**
 * Imports a wallet by its mnemonic, sealed in the browser. Pass the mnemonic as a function that reads the field: a string would stay in the
 * mutation's variables until it is reset. Its flow is `importMnemonic` of latchkey/client.
 *
 * @example
 * const importWallet = useImportWallet()
 * importWallet.mutate({ walletName: 'Old wallet', mnemonic: () => field.current.value })
 */
export function useImportWallet(
  options: TransferHookOptions<ImportWalletResult, MnemonicToImport> = {},
): UseMutationResult<ImportWalletResult, HookError, MnemonicToImport> {
  return useTransfer(async () => {
    const { importMnemonic: flow } = await import('../client/flows/importSecrets.js');
    return { flow, row: (await import('../contract/imports.js')).importWallet };
  }, options);
}

/** Imports a private key, sealed in the browser. Its flow is `importKey` of latchkey/client. */
export function useImportPrivateKey(
  options: TransferHookOptions<ImportPrivateKeyResult, PrivateKeyToImport> = {},
): UseMutationResult<ImportPrivateKeyResult, HookError, PrivateKeyToImport> {
  return useTransfer(async () => {
    const { importKey: flow } = await import('../client/flows/importSecrets.js');
    return { flow, row: (await import('../contract/imports.js')).importPrivateKey };
  }, options);
}
