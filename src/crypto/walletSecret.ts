import { type Bytes, fromUtf8, utf8 } from './bytes.js';

/** What makes a wallet again. `passphrase`: the empty text where there is none. */
export type WalletSecret = { readonly mnemonic: string; readonly passphrase: string };

/**
 * A wallet's words as bundles carry them, exported and imported: the words, and where there is a passphrase a line feed and that.
 *
 * @see docs/wire.md 4 (b)
 */
export function writeWalletSecret({ mnemonic, passphrase }: WalletSecret): Bytes {
  return utf8(passphrase === '' ? mnemonic : `${mnemonic}\n${passphrase}`);
}

/**
 * What {@link writeWalletSecret} wrote. A passphrase may itself hold line feeds.
 *
 * @throws {EncodingError} UTF8_MALFORMED
 */
export function readWalletSecret(bytes: Bytes): WalletSecret {
  const text = fromUtf8(bytes);
  const end = text.indexOf('\n');
  return end === -1
    ? { mnemonic: text, passphrase: '' }
    : { mnemonic: text.slice(0, end), passphrase: text.slice(end + 1) };
}
