import type { Bytes } from './bytes.js';
import { fromHex, toHex } from './hex.js';
import { KeyError } from './keyError.js';

/**
 * Whether an Ed25519 signature is that of a key over a message. False for anything that is not a signature or not a key.
 *
 * @param publicKey - 32 bytes.
 * @param signature - 64 bytes.
 * @see RFC 8032, section 5.1.7
 */
export async function verifyEd25519(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  return ed25519.verify(signature, message, publicKey, { zip215: false });
}

/**
 * What signs messages with a pair on Ed25519.
 *
 * @param pair - `publicKey` 64 lowercase hex digits; `privateKey` 64 hex digits, the seed. (What Solana's tools call a secret key are
 *   both, the seed first.)
 * @throws {KeyError} KEY_MISMATCH when the two do not belong together, KEY_OUT_OF_RANGE where the seed has another length
 * @throws {EncodingError} HEX_MALFORMED
 * @see RFC 8032, section 5.1.6
 */
export async function ed25519Signer(pair: {
  publicKey: string;
  privateKey: string;
}): Promise<(message: Bytes) => Promise<Bytes>> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  const seed = fromHex(pair.privateKey);
  if (seed.length !== 32) throw new KeyError('KEY_OUT_OF_RANGE', 'A private key of Ed25519 is a seed of 32 bytes.');
  if (toHex(new Uint8Array(ed25519.getPublicKey(seed))) !== pair.publicKey) {
    throw new KeyError('KEY_MISMATCH', 'This public key is not that of the private key: give both halves of one pair.');
  }
  return async (message) => new Uint8Array(ed25519.sign(message, seed));
}

/** The public key of a seed. @param seed - 32 bytes, secret. @returns 32 bytes. @see RFC 8032, section 5.1.5 */
export async function ed25519PublicKey(seed: Bytes): Promise<Bytes> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  return new Uint8Array(ed25519.getPublicKey(seed));
}

/**
 * Refuses what is no key, and the few points under which signatures can be made without a secret.
 *
 * @throws {KeyError} KEY_NOT_ON_CURVE
 */
export async function checkEd25519Key(publicKey: Bytes): Promise<void> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  if (publicKey.length === 32 && ed25519.utils.isValidPublicKey(publicKey, false)) {
    if (!ed25519.Point.fromBytes(publicKey).isSmallOrder()) return;
  }
  throw new KeyError('KEY_NOT_ON_CURVE', 'This is not a point of Ed25519: a public key is 32 bytes.');
}
