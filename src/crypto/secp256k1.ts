import type { Bytes } from './bytes.js';
import { sha256 } from './digest.js';
import { eip191Head } from './eip191.js';
import { fromHex, toHex } from './hex.js';
import { KeyError } from './keyError.js';

/**
 * Whether a raw signature (64 bytes, r‖s) is that of a secp256k1 key (33 bytes, SEC 1 compressed) over SHA-256 of a message. Either of the
 * two s for one r is accepted. False for anything that is not a signature or not a key.
 */
export async function verifySecp256k1(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  return verifies(publicKey, signature, await sha256(message));
}

/** The same over what an Ethereum wallet hashes when it signs these bytes as a text. @see ERC-191, version 0x45 */
export async function verifyEip191(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  const { keccak_256 } = await import('@noble/hashes/sha3.js');
  const hash = keccak_256.create().update(eip191Head(message.length));
  for (let at = 0; at < message.length; at += pieceBytes) {
    if (at > 0) await othersTurn();
    hash.update(message.subarray(at, at + pieceBytes));
  }
  return verifies(publicKey, signature, new Uint8Array(hash.digest()));
}

/** They are hashed in some 5 ms, after which others have their turn: anybody may send a long message. */
const pieceBytes = 131_072;

const othersTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * What signs with a pair on secp256k1: ECDSA over SHA-256 of a message, deterministic (RFC 6979), with the lower s; raw, r‖s.
 *
 * @param pair - `publicKey` 66 lowercase hex digits, SEC 1 compressed; `privateKey` 64 hex digits, big-endian.
 * @throws {KeyError} KEY_MISMATCH when the two do not belong together, KEY_OUT_OF_RANGE
 * @throws {EncodingError} HEX_MALFORMED
 */
export async function secp256k1Signer(pair: {
  publicKey: string;
  privateKey: string;
}): Promise<(message: Bytes) => Promise<Bytes>> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  const secretKey = fromHex(pair.privateKey);
  if (toHex(await secp256k1PublicKey(secretKey)) !== pair.publicKey) {
    throw new KeyError('KEY_MISMATCH', 'This public key is not that of the private key: give both halves of one pair.');
  }
  return async (message) => new Uint8Array(secp256k1.sign(await sha256(message), secretKey, { prehash: false }));
}

/**
 * The public key of a private key.
 *
 * @param secret - 32 bytes, big-endian.
 * @returns 33 bytes, SEC 1 compressed.
 * @throws {KeyError} KEY_OUT_OF_RANGE
 */
export async function secp256k1PublicKey(secret: Bytes): Promise<Bytes> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  if (secp256k1.utils.isValidSecretKey(secret)) return new Uint8Array(secp256k1.getPublicKey(secret));
  throw new KeyError('KEY_OUT_OF_RANGE', 'A private key of secp256k1 is 32 bytes, from 1 to the order of the curve.');
}

/** @throws {KeyError} KEY_NOT_ON_CURVE for what is not a secp256k1 key of 33 bytes, SEC 1 compressed */
export async function checkSecp256k1Key(publicKey: Bytes): Promise<void> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  if (publicKey.length === 33 && secp256k1.utils.isValidPublicKey(publicKey)) return;
  throw new KeyError(
    'KEY_NOT_ON_CURVE',
    'This is not a point of secp256k1: a public key is 33 bytes, SEC 1 compressed.',
  );
}

async function verifies(publicKey: Bytes, signature: Bytes, digest: Bytes): Promise<boolean> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  if (signature.length !== 64 || !secp256k1.utils.isValidPublicKey(publicKey)) return false;
  return secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: false });
}
