'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ExportedMnemonic, KeyOptions } from '../client/flows/exportSecrets.js';
import type { HeldSecret } from '../client/transfer/heldSecret.js';
import type { HookError } from './hookTypes.js';
import { type TransferHookOptions, useTransfer } from './useTransfer.js';

/**
 * Exports the mnemonic of a wallet. `data` holds it sealed: `data.read` passes it to a function. Its flow is `exportMnemonic` of
 * latchkey/client.
 *
 * @example
 * const { mutateAsync } = useExportWallet()
 * const words = await mutateAsync({ walletId })
 * await words.read(({ mnemonic }) => navigator.clipboard.writeText(mnemonic))
 * words.forget()
 */
export function useExportWallet(
  options: TransferHookOptions<
    HeldSecret<ExportedMnemonic>,
    { readonly walletId: string } & Pick<KeyOptions, 'resumes'>
  > = {},
): UseMutationResult<
  HeldSecret<ExportedMnemonic>,
  HookError,
  { readonly walletId: string } & Pick<KeyOptions, 'resumes'>
> {
  return useTransfer(async () => {
    const { exportMnemonic: flow } = await import('../client/flows/exportSecrets.js');
    return { flow, row: (await import('../contract/exports.js')).exportWallet };
  }, options);
}

/** The account, and the form of its key. */
export type AccountKeyRequest = { readonly address: string } & Pick<KeyOptions, 'form' | 'resumes'>;

/** Exports the private key of one account of a wallet. Its flow is `exportAccountKey` of latchkey/client. */
export function useExportWalletAccount(
  options: TransferHookOptions<HeldSecret<string>, AccountKeyRequest> = {},
): UseMutationResult<HeldSecret<string>, HookError, AccountKeyRequest> {
  return useTransfer(async () => {
    const { exportAccountKey: flow } = await import('../client/flows/exportSecrets.js');
    return { flow, row: (await import('../contract/exports.js')).exportWalletAccount };
  }, options);
}

/** The private key, and its form. */
export type PrivateKeyRequest = { readonly privateKeyId: string } & Pick<KeyOptions, 'form' | 'resumes'>;

/** Exports a private key that belongs to no wallet. Its flow is `exportKey` of latchkey/client. */
export function useExportPrivateKey(
  options: TransferHookOptions<HeldSecret<string>, PrivateKeyRequest> = {},
): UseMutationResult<HeldSecret<string>, HookError, PrivateKeyRequest> {
  return useTransfer(async () => {
    const { exportKey: flow } = await import('../client/flows/exportSecrets.js');
    return { flow, row: (await import('../contract/exports.js')).exportPrivateKey };
  }, options);
}
