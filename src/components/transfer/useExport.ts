'use client';
import { useExportPrivateKey, useExportWallet, useExportWalletAccount } from '../../hooks/exportSecrets.js';
import type { ExportWalletScreenProps } from '../transferProps.js';
import type { HeldLines } from './SecretView.js';

/** How the secret of a screen is asked for. */
export function useExport({
  walletId,
  address,
  privateKeyId,
  form,
}: ExportWalletScreenProps): () => Promise<HeldLines> {
  const { mutateAsync: askPhrase } = useExportWallet();
  const { mutateAsync: askAccount } = useExportWalletAccount();
  const { mutateAsync: askKey } = useExportPrivateKey();

  return async function ask() {
    if (walletId !== undefined) {
      const held = await askPhrase({ walletId });
      return {
        forget: held.forget,
        read: (use) => held.read(({ mnemonic, passphrase }) => use({ lines: mnemonic.split(' '), passphrase })),
      };
    }
    const held = await (address === undefined ? askKey({ privateKeyId, form }) : askAccount({ address, form }));
    return { forget: held.forget, read: (use) => held.read((key) => use({ lines: [key], passphrase: '' })) };
  };
}
