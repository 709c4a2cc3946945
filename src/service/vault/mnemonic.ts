import type { WalletParams } from '../../contract/shapes.js';
import { type Bytes, utf8 } from '../../crypto/bytes.js';
import { hasMnemonicChecksum, mnemonicLengths, mnemonicWords, seedFromMnemonic } from '../../crypto/mnemonic.js';
import { LatchkeyError } from '../../errors.js';
import type { Random } from '../primitives.js';
import { withSecret } from '../wipe.js';

/** How many words; each three carry 32 bits of entropy. */
export type MnemonicLength = NonNullable<WalletParams['mnemonicLength']>;

/**
 * New words, in English, one space between them.
 *
 * @see BIP-39, "Generating the mnemonic"
 */
export async function createMnemonic(length: MnemonicLength, random: Random): Promise<string> {
  const [{ entropyToMnemonic }, words] = await Promise.all([import('@scure/bip39'), mnemonicWords()]);
  return withSecret(random((length / 3) * 4), (entropy) => entropyToMnemonic(entropy, words));
}

/** Whether these are words of the English list in a number that BIP-39 knows, with the right checksum. */
export async function validMnemonic(mnemonic: string): Promise<boolean> {
  return hasMnemonicChecksum(mnemonic.normalize('NFKD').split(' '), await mnemonicWords());
}

/**
 * The seed of a wallet. Takes words of any language without a checksum test, as the standard says: check typed words with
 * {@link validMnemonic} first.
 *
 * @returns 64 bytes, secret.
 * @throws {MnemonicError} MNEMONIC_MALFORMED: not 12, 15, 18, 21 or 24 words, or half a surrogate pair, which no bytes have.
 * @see BIP-39, "From mnemonic to seed"
 */
export async function mnemonicSeed(mnemonic: string, passphrase = ''): Promise<Bytes> {
  const words = mnemonic.normalize('NFKD');
  if (!mnemonicLengths.includes(words.split(' ').length)) {
    throw new MnemonicError('MNEMONIC_MALFORMED', 'A mnemonic has 12, 15, 18, 21 or 24 words with one space between.');
  }
  if ([mnemonic, passphrase].some((text) => /\p{Surrogate}/u.test(text))) {
    throw new MnemonicError(
      'MNEMONIC_MALFORMED',
      'A mnemonic and its passphrase are Unicode: half a character is missing.',
    );
  }
  return withSecret(utf8(words), (bytes) => seedFromMnemonic(bytes, passphrase));
}

export class MnemonicError extends LatchkeyError<'MNEMONIC_MALFORMED'> {}
