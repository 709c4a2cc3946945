import { type Bytes, concat } from './bytes.js';
import { fromHex, toHex } from './hex.js';
import { KeyError } from './keyError.js';
import { newSigningKey } from './newSigningKey.js';
import { fieldPrime, squareRoot, ySquaredAt } from './p256Curve.js';
import { importScalar, publicPointOf } from './p256Scalar.js';

/** A key pair that signs. The private half never leaves the platform. */
export type SigningKey = {
  /** SEC 1 compressed, 66 lowercase hex digits. */
  readonly publicKey: string;
  readonly privateKey: CryptoKey;
};

/** What signs with a key that is kept elsewhere: ECDSA over SHA-256, r‖s. */
export type Signer = {
  /** SEC 1 compressed, 66 lowercase hex digits. */
  readonly publicKey: string;
  sign(message: Bytes): Bytes | Promise<Bytes>;
};

/** A key pair that agrees on shared secrets. */
export type AgreementKey = {
  /** 65 bytes, SEC 1 uncompressed. */
  readonly publicKey: Bytes;
  readonly privateKey: CryptoKey;
};

/**
 * Whether a raw signature (64 bytes, r‖s) is that of a key (33 bytes, SEC 1 compressed) over SHA-256 of a message. False for anything that
 * is not a signature; throws KeyError KEY_NOT_ON_CURVE for what is not a key.
 */
export type VerifyP256 = (publicKey: Bytes, signature: Bytes, message: Bytes) => Promise<boolean>;

/** A new key pair whose private half cannot be read, by anyone. */
export async function createSigningKey(): Promise<SigningKey> {
  return newSigningKey();
}

/**
 * An API key pair, from the form in which it is kept.
 *
 * @param pair - `publicKey` 66 lowercase hex digits, SEC 1 compressed; `privateKey` 64 hex digits, big-endian.
 * @throws {KeyError} KEY_MISMATCH when the two do not belong together, KEY_OUT_OF_RANGE
 * @throws {EncodingError} HEX_MALFORMED
 */
export async function importSigningKey(pair: { publicKey: string; privateKey: string }): Promise<SigningKey> {
  const { publicKey, privateKey } = await importScalar(fromHex(pair.privateKey), 'ECDSA');
  if (toHex(compressPoint(publicKey)) !== pair.publicKey) {
    throw new KeyError('KEY_MISMATCH', 'This public key is not that of the private key: give both halves of one pair.');
  }
  return { publicKey: pair.publicKey, privateKey };
}

/**
 * A key pair that signs, from its private half; the private half cannot be read again. Its bytes stay the caller's, to be overwritten.
 *
 * @param privateKey - 32 bytes, big-endian.
 * @throws {KeyError} KEY_OUT_OF_RANGE
 */
export async function importSigningScalar(privateKey: Bytes): Promise<SigningKey> {
  const { publicKey, privateKey: imported } = await importScalar(privateKey, 'ECDSA');
  return { publicKey: toHex(compressPoint(publicKey)), privateKey: imported };
}

/**
 * The public key of a private key: SEC 1 compressed, 66 lowercase hex digits.
 *
 * @param privateKey - 64 hex digits, big-endian.
 * @throws {KeyError} KEY_OUT_OF_RANGE
 * @throws {EncodingError} HEX_MALFORMED
 */
export async function publicKeyOf(privateKey: string): Promise<string> {
  return toHex(compressPoint(await publicPointOf(fromHex(privateKey))));
}

/** ECDSA over SHA-256 of the message. Returns r‖s, 64 bytes, with s in either half of its range. */
export async function sign(key: SigningKey | Signer, message: Bytes): Promise<Bytes> {
  if ('sign' in key) return key.sign(message);
  return new Uint8Array(await crypto.subtle.sign(ecdsaSha256, key.privateKey, message));
}

/** {@link VerifyP256} by WebCrypto. */
export const verify: VerifyP256 = async (publicKey, signature, message) =>
  verifyByKey(await importVerifyingKey(publicKey), signature, message);

/**
 * A public key in hex, compressed (66 digits) or uncompressed (130), as the 33 bytes that a verifier takes.
 *
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @throws {EncodingError} HEX_MALFORMED
 */
export function readPublicKey(hex: string): Bytes {
  const point = fromHex(hex);
  return compressPoint(point.length === 33 ? decompressPoint(point) : point);
}

/**
 * A point from 65 bytes (SEC 1 uncompressed) to 33.
 *
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @see SEC 1 v2, section 2.3.3
 */
export function compressPoint(point: Bytes): Bytes {
  if (point.length !== 65 || point[0] !== 4) throw notOnCurve();
  const x = toNumber(point.slice(1, 33));
  const y = toNumber(point.slice(33));
  if (x >= fieldPrime || y >= fieldPrime || (y * y) % fieldPrime !== ySquaredAt(x)) throw notOnCurve();
  return concat(Uint8Array.of(y & 1n ? 3 : 2), point.slice(1, 33));
}

/**
 * A point from 33 bytes (SEC 1 compressed) to 65.
 *
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @see SEC 1 v2, section 2.3.4
 */
export function decompressPoint(point: Bytes): Bytes {
  const [prefix] = point;
  if (point.length !== 33 || (prefix !== 2 && prefix !== 3)) throw notOnCurve();
  const x = toNumber(point.slice(1));
  const square = ySquaredAt(x);
  const root = squareRoot(square);
  if (x >= fieldPrime || (root * root) % fieldPrime !== square) throw notOnCurve();
  const y = (root & 1n) === BigInt(prefix & 1) ? root : fieldPrime - root;
  return concat(Uint8Array.of(4), point.slice(1), fromHex(y.toString(16).padStart(64, '0')));
}

/** A new key pair for agreeing on secrets, whose private half cannot be read. */
export async function createAgreementKey(): Promise<AgreementKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ecdh, false, ['deriveBits']);
  return { publicKey: await exportPoint(publicKey), privateKey };
}

/**
 * A key pair for agreeing on secrets, from its private half.
 *
 * @param privateKey - 32 bytes, big-endian.
 * @throws {KeyError} KEY_OUT_OF_RANGE
 */
export async function importAgreementKey(privateKey: Bytes): Promise<AgreementKey> {
  return importScalar(privateKey, 'ECDH');
}

/**
 * The shared secret of two parties: the x-coordinate of private · public.
 *
 * @param publicKey - 65 bytes, SEC 1 uncompressed.
 * @returns 32 bytes, big-endian.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @see SEC 1 v2, section 3.3.1; RFC 9180, section 7.1.1 (DHKEM takes x alone)
 */
export async function agree(privateKey: CryptoKey, publicKey: Bytes): Promise<Bytes> {
  compressPoint(publicKey); // refuses a point that is not on the curve, since platforms differ
  return deriveX(privateKey, await importEcdh(publicKey));
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
const ecdsaSha256 = { name: 'ECDSA', hash: 'SHA-256' };
const ecdh = { name: 'ECDH', namedCurve: 'P-256' };

/** A public key to agree with. @param publicKey - SEC 1 uncompressed; many platforms read the compressed form, too. */
export async function importEcdh(publicKey: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', publicKey, ecdh, true, []);
}

/** {@link agree} with an imported key. */
export async function deriveX(privateKey: CryptoKey, publicKey: CryptoKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256));
}

/** A public key, 33 bytes, to verify by. @throws {KeyError} KEY_NOT_ON_CURVE */
export async function importVerifyingKey(publicKey: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', decompressPoint(publicKey), ecdsa, false, ['verify']);
}

/** {@link verify} by an imported key. */
export async function verifyByKey(key: CryptoKey, signature: Bytes, message: Bytes): Promise<boolean> {
  return signature.length === 64 && crypto.subtle.verify(ecdsaSha256, key, signature, message);
}

/** 65 bytes, SEC 1 uncompressed. */
export async function exportPoint(publicKey: CryptoKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
}

function toNumber(bytes: Bytes): bigint {
  return BigInt(`0x0${toHex(bytes)}`);
}

/** What is no public key. */
export function notOnCurve(): KeyError {
  return new KeyError('KEY_NOT_ON_CURVE', 'This is not a point of P-256: a public key is 33 or 65 bytes, SEC 1.');
}
