import { type Bytes, utf8 } from './bytes.js';
import { sha256 } from './digest.js';

/** The 2,048 words of BIP-39 in English, in order. Loaded on first use. */
export async function mnemonicWords(): Promise<string[]> {
  const { wordlist } = await import('@scure/bip39/wordlists/english.js');
  return wordlist;
}

/** In which numbers words come. @see BIP-39, "Generating the mnemonic" */
export const mnemonicLengths: readonly number[] = [12, 15, 18, 21, 24];

/** The words of a text: numbers before them, commas and line breaks are no part of them. Latin capitals are made small. */
export function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  );
}

/**
 * Whether words of the list, in one of {@link mnemonicLengths}, have the right checksum.
 *
 * @see BIP-39, "Generating the mnemonic"
 */
export async function hasMnemonicChecksum(words: readonly string[], list: readonly string[]): Promise<boolean> {
  if (!mnemonicLengths.includes(words.length)) return false;
  const bits = new Uint8Array(words.length * 11);
  const entropy = new Uint8Array((words.length / 3) * 4);
  try {
    for (const [place, word] of words.entries()) {
      const index = list.indexOf(word);
      if (index < 0) return false;
      for (let bit = 0; bit < 11; bit++) bits[place * 11 + bit] = (index >> (10 - bit)) & 1;
    }
    for (let at = 0; at < entropy.length * 8; at++) entropy[at >> 3] = ((entropy[at >> 3] ?? 0) << 1) | (bits[at] ?? 0);
    const [first = 0] = await sha256(entropy);
    return bits.subarray(entropy.length * 8).every((bit, at) => bit === ((first >> (7 - at)) & 1));
  } finally {
    bits.fill(0);
    entropy.fill(0);
  }
}

/**
 * The seed of a wallet, by the platform's PBKDF2.
 *
 * @param mnemonic - UTF-8 of words with one space between, normalized (NFKD); left as it is.
 * @returns 64 bytes, secret.
 * @see BIP-39, "From mnemonic to seed"
 */
export async function seedFromMnemonic(mnemonic: Bytes, passphrase = ''): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', mnemonic, 'PBKDF2', false, ['deriveBits']);
  const salt = utf8(`mnemonic${passphrase.normalize('NFKD')}`);
  const parameters = { name: 'PBKDF2', hash: 'SHA-512', iterations: 2048, salt };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 512));
}
