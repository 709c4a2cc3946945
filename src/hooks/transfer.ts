'use client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { Client } from '../client/createClient.js';
import {
  type ExportedMnemonic,
  exportAccountKey,
  exportKey,
  exportMnemonic,
  type KeyOptions,
} from '../client/flows/exportSecrets.js';
import {
  importKey,
  importMnemonic,
  type MnemonicToImport,
  type PrivateKeyToImport,
  type TransferOptions,
} from '../client/flows/importSecrets.js';
import type { HeldSecret } from '../client/transfer/heldSecret.js';
import { exportPrivateKey, exportWallet, exportWalletAccount } from '../contract/exports.js';
import {
  type ImportPrivateKeyResult,
  type ImportWalletResult,
  importPrivateKey,
  importWallet,
  initImportPrivateKey,
  initImportWallet,
} from '../contract/imports.js';
import type { ActivityRow } from '../contract/row.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { activityHook } from './rowHooks.js';
import { makeStale } from './stale.js';
import { useSession } from './useSession.js';

/** Makes the key that a wallet's words are sealed to. {@link initImportWallet} */
export const useInitImportWallet = activityHook('useInitImportWallet', initImportWallet);
/** Keeps a wallet whose words were sealed elsewhere. {@link importWallet} */
export const useImportWalletBundle = activityHook('useImportWalletBundle', importWallet);
/** Makes the key that a private key is sealed to. {@link initImportPrivateKey} */
export const useInitImportPrivateKey = activityHook('useInitImportPrivateKey', initImportPrivateKey);
/** Keeps a private key that was sealed elsewhere. {@link importPrivateKey} */
export const useImportPrivateKeyBundle = activityHook('useImportPrivateKeyBundle', importPrivateKey);
/** Hands out a wallet's words, sealed to a key of the app's own. {@link exportWallet} */
export const useExportWalletBundle = activityHook('useExportWalletBundle', exportWallet);
/** Hands out the key of a wallet's account, sealed to a key of the app's own. {@link exportWalletAccount} */
export const useExportWalletAccountBundle = activityHook('useExportWalletAccountBundle', exportWalletAccount);
/** Hands out a private key, sealed to a key of the app's own. {@link exportPrivateKey} */
export const useExportPrivateKeyBundle = activityHook('useExportPrivateKeyBundle', exportPrivateKey);

/** Options of a mutation; and where the login is too old, `freshBy: 'passkey'` has the browser ask for one. */
export type TransferHookOptions<Answer, Request> = MutationHookOptions<Answer, Request> &
  Pick<TransferOptions, 'session' | 'freshBy'>;

/**
 * Imports a wallet by its words, sealed in the browser. Hand them over as a function, which reads the field: a text stays in what React's
 * tools show until the mutation is reset. {@link importMnemonic}
 *
 * @example
 * const importWallet = useImportWallet()
 * importWallet.mutate({ walletName: 'Old wallet', mnemonic: () => field.current.value })
 */
export function useImportWallet(
  options: TransferHookOptions<ImportWalletResult, MnemonicToImport> = {},
): UseMutationResult<ImportWalletResult, HookError, MnemonicToImport> {
  return useTransfer(importMnemonic, importWallet, options);
}

/** Imports a private key, sealed in the browser. {@link importKey} */
export function useImportPrivateKey(
  options: TransferHookOptions<ImportPrivateKeyResult, PrivateKeyToImport> = {},
): UseMutationResult<ImportPrivateKeyResult, HookError, PrivateKeyToImport> {
  return useTransfer(importKey, importPrivateKey, options);
}

/**
 * Exports the words of a wallet. `data` does not hold them in the clear: `data.read` lends them. {@link exportMnemonic}
 *
 * @example
 * const { mutateAsync } = useExportWallet()
 * const words = await mutateAsync({ walletId })
 * await words.read(({ mnemonic }) => navigator.clipboard.writeText(mnemonic))
 * words.forget()
 */
export function useExportWallet(
  options: TransferHookOptions<HeldSecret<ExportedMnemonic>, { readonly walletId: string }> = {},
): UseMutationResult<HeldSecret<ExportedMnemonic>, HookError, { readonly walletId: string }> {
  return useTransfer(exportMnemonic, exportWallet, options);
}

/** Which account's key, and in which form. */
export type AccountKeyRequest = { readonly address: string } & Pick<KeyOptions, 'form'>;

/** Exports the private key of one account of a wallet. {@link exportAccountKey} */
export function useExportWalletAccount(
  options: TransferHookOptions<HeldSecret<string>, AccountKeyRequest> = {},
): UseMutationResult<HeldSecret<string>, HookError, AccountKeyRequest> {
  return useTransfer(exportAccountKey, exportWalletAccount, options);
}

/** Which private key, and in which form. */
export type PrivateKeyRequest = { readonly privateKeyId: string } & Pick<KeyOptions, 'form'>;

/** Exports a private key that belongs to no wallet. {@link exportKey} */
export function useExportPrivateKey(
  options: TransferHookOptions<HeldSecret<string>, PrivateKeyRequest> = {},
): UseMutationResult<HeldSecret<string>, HookError, PrivateKeyRequest> {
  return useTransfer(exportKey, exportPrivateKey, options);
}

/** A flow as a mutation; what its row changes is asked again. */
function useTransfer<Answer, Request extends object>(
  flow: (client: Client, request: Request & TransferOptions) => Promise<Answer>,
  row: ActivityRow,
  { session: asked, freshBy, ...options }: TransferHookOptions<Answer, Request>,
): UseMutationResult<Answer, HookError, Request> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const session = asked ?? active;
  async function mutationFn(request: Request): Promise<Answer> {
    const answer = await flow(client, { ...request, session, freshBy });
    makeStale({ client, queryClient, session }, row);
    return answer;
  }
  return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
}
