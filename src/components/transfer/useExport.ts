'use client';
import { useExportPrivateKey, useExportWallet, useExportWalletAccount } from '../../hooks/exportSecrets.js';
import type { HeldLines } from './SecretView.js';
import type { ExportWalletScreenProps } from './transferProps.js';

/** The export of a screen; `resumes`: the activity that it waited for. */
export function useExport({
  walletId,
  address,
  privateKeyId,
  form,
}: ExportWalletScreenProps): (resumes?: string) => Promise<HeldLines> {
  const { mutateAsync: askPhrase } = useExportWallet();
  const { mutateAsync: askAccount } = useExportWalletAccount();
  const { mutateAsync: askKey } = useExportPrivateKey();

  return async function ask(resumes) {
    if (walletId !== undefined) {
      const held = await askPhrase({ walletId, resumes });
      return {
        forget: held.forget,
        read: (use) => held.read(({ mnemonic, passphrase }) => use({ lines: mnemonic.split(' '), passphrase })),
      };
    }
    const held = await (address === undefined
      ? askKey({ privateKeyId, form, resumes })
      : askAccount({ address, form, resumes }));
    return { forget: held.forget, read: (use) => held.read((key) => use({ lines: [key], passphrase: '' })) };
  };
}
