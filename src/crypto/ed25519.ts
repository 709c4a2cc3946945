import type { Bytes } from './bytes.js';
import { KeyError } from './keyError.js';

/**
 * Whether an Ed25519 signature is that of a key over a message. False for whatever is not a signature or not a key.
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
