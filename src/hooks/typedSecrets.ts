'use client';
import { useMemo } from 'react';
import { loadPart } from '../client/loadPart.js';
import { type MnemonicReading, readMnemonic, soundMnemonic, withWord } from '../client/transfer/readMnemonic.js';
import { defaultWallet } from '../client/wallet.js';
import type { WalletAccountParams } from '../contract/shapes.js';
import { useLatchkey } from './context.js';

/** Checks words and keys while they are typed, and stores none. */
export type TypedSecrets = {
  readonly readWords: (text: string) => Promise<MnemonicReading>;
  /** A text with another word at a place. */
  readonly withWord: (text: string, place: number, word: string) => string;
  /** The first address of valid words; `undefined` if this device cannot derive the accounts' addresses. */
  readonly addressOfWords: (text: string, passphrase: string) => Promise<string | undefined>;
  /** The address of a private key, or `undefined` for other text. */
  readonly addressOfKey: (text: string) => Promise<string | undefined>;
};

/** @param accounts - the accounts to derive. Default: those of the settings' wallet. */
export function useTypedSecrets(accounts: readonly WalletAccountParams[] | undefined): TypedSecrets {
  const { settings } = useLatchkey();
  const derived = accounts ?? (settings.wallet ?? defaultWallet).accounts;
  return useMemo(
    () => ({
      readWords: readMnemonic,
      withWord,
      async addressOfWords(text, passphrase) {
        const { firstAddress } = await loadPart(import('../client/transfer/firstAddress.js'));
        return firstAddress(await soundMnemonic(text), passphrase, derived);
      },
      async addressOfKey(text) {
        const { readPrivateKey } = await loadPart(import('../client/transfer/privateKeyText.js'));
        return readPrivateKey(text).then(
          ({ bytes, address }) => {
            bytes.fill(0);
            return address;
          },
          () => undefined,
        );
      },
    }),
    [derived],
  );
}
