import {
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as nodeSign,
  verify as nodeVerify,
} from 'node:crypto';
import { availableParallelism } from 'node:os';
import { toBase64Url } from '../crypto/base64url.js';
import type { Bytes } from '../crypto/bytes.js';
import { isSecretKey, secp256k1Order } from '../crypto/derivation/scalar.js';
import { fromHex, toHex } from '../crypto/hex.js';
import { KeyError } from '../crypto/keyError.js';
import type { Signer, VerifyP256 } from '../crypto/p256.js';
import { groupOrder as p256Order } from '../crypto/p256Curve.js';
import { nodeAes256Gcm } from './nodeAes256Gcm.js';
import { jwkOfPoint, openHpkeByNode } from './nodeHpke.js';
import { peer } from './peer.js';
import {
  checkedDigest,
  type Ecdsa,
  type Ed25519,
  openedOnUse,
  type Primitives,
  portableP256,
  secretOutOfRange,
} from './primitives.js';

/**
 * What a server runs on: OpenSSL for P-256, Ed25519, SHA-256 and AES, libsecp256k1 (as WebAssembly) for secp256k1. Its first
 * use on secp256k1 throws PeerError PEER_MISSING when `@bitauth/libauth` is not installed.
 */
export async function nodePrimitives(): Promise<Primitives> {
  // Loading libauth takes half of a service's start, and it is not needed before the first account.
  const secp256k1 = openedOnUse(libsecp256k1);
  return {
    verifyP256: rememberingVerifier(),
    secp256k1,
    p256,
    ed25519,
    sha256,
    hmacSha256,
    aes256Gcm: nodeAes256Gcm,
    openSigner,
    openHpke: openHpkeByNode,
  };
}

/** OpenSSL makes public keys ten times as fast as noble does; it has no deterministic signatures. */
const p256: Ecdsa = {
  publicKey(secret) {
    if (!isSecretKey(secret, p256Order)) throw secretOutOfRange();
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(secret);
    return new Uint8Array(pair.getPublicKey(null, 'compressed'));
  },
  sign: async (digest, secret) => (await portableP256()).sign(digest, secret),
};

/** Its public half is computed, in a tenth of the time in which OpenSSL reads a key that comes without. */
function openSigner(secret: Bytes, publicKey: string): Signer {
  if (!isSecretKey(secret, p256Order)) throw secretOutOfRange();
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  if (pair.getPublicKey('hex', 'compressed') !== publicKey) {
    throw new KeyError('KEY_MISMATCH', 'This public key is not that of the private key: give both halves of one pair.');
  }
  const key = createPrivateKey({ key: { ...jwkOfPoint(pair.getPublicKey()), d: toBase64Url(secret) }, format: 'jwk' });
  return {
    publicKey,
    sign: (message) => new Uint8Array(nodeSign('sha256', message, { key, dsaEncoding: 'ieee-p1363' })),
  };
}

/** How many public keys are kept in the form OpenSSL wants. Reading a key costs more than half of a verification. */
const keptKeys = 1000;

/** Caches public keys only, as bytes and not as permissions: the store is always asked who may use a key. */
function rememberingVerifier(): VerifyP256 {
  const kept = new Map<string, KeyObject>();

  function keyOf(publicKey: Bytes): KeyObject {
    const hex = Buffer.from(publicKey).toString('hex');
    const key = kept.get(hex) ?? readPoint(publicKey);
    kept.delete(hex); // set again, so that the map's first entry is the least recently used
    kept.set(hex, key);
    if (kept.size > keptKeys) kept.delete(kept.keys().next().value ?? '');
    return key;
  }

  return async (publicKey, signature, message) => {
    const key = keyOf(publicKey);
    if (signature.length !== 64) return false;
    const how = { key, dsaEncoding: 'ieee-p1363' } as const;
    // A second core may do it beside the event loop; on a single one, handing it over costs a tenth of it and gains nothing.
    if (isAlone) return nodeVerify('sha256', message, how, signature);
    return new Promise((resolve, reject) => {
      nodeVerify('sha256', message, how, signature, (error, valid) => (error ? reject(error) : resolve(valid)));
    });
  };
}

const isAlone = availableParallelism() === 1;

/** SubjectPublicKeyInfo of P-256 up to the point, for a point of 33 bytes. @see RFC 5480, 2 */
const spkiHead = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');

function readPoint(point: Bytes): KeyObject {
  try {
    if (point.length !== 33) throw new RangeError(`${point.length} bytes instead of 33`);
    return createPublicKey({ key: Buffer.concat([spkiHead, point]), format: 'der', type: 'spki' });
  } catch (cause) {
    throw new KeyError('KEY_NOT_ON_CURVE', 'The public key is not a compressed point of P-256.', { cause });
  }
}

/** Nothing reaches libauth unchecked: of a key or a digest that is too short it reads on, into what the last call left there. */
async function libsecp256k1(): Promise<Ecdsa> {
  const { instantiateSecp256k1 } = await peer('@bitauth/libauth', () => import('@bitauth/libauth'));
  const secp256k1 = await instantiateSecp256k1();
  return {
    publicKey: (secret) => new Uint8Array(orThrow(secp256k1.derivePublicKeyCompressed(checkedSecret(secret)))),
    sign(digest, secret) {
      const signed = orThrow(
        secp256k1.signMessageHashRecoverableCompact(checkedSecret(secret), belowOrder(checkedDigest(digest))),
      );
      const signature = new Uint8Array(signed.signature);
      return { r: signature.slice(0, 32), s: signature.slice(32), recovery: signed.recoveryId === 1 ? 1 : 0 };
    },
  };
}

function checkedSecret(secret: Bytes): Bytes {
  if (!isSecretKey(secret, secp256k1Order)) throw secretOutOfRange();
  return secret;
}

/**
 * The same digest modulo the curve's order. RFC 6979 feeds the reduced digest into the nonce (its `bits2octets`);
 * this libsecp256k1 feeds it as it comes, which differs for the digests at or above the order, and a caller may send any.
 */
function belowOrder(digest: Bytes): Bytes {
  const value = BigInt(`0x${toHex(digest)}`);
  return value < secp256k1Order ? digest : fromHex((value - secp256k1Order).toString(16).padStart(64, '0'));
}

/** libauth returns a message where others throw; for checked values there is none. */
function orThrow<T>(answer: T | string): T {
  if (typeof answer === 'string') throw secretOutOfRange();
  return answer;
}

/** PKCS #8 of an Ed25519 key up to its seed. @see RFC 8410, 7 */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key object is made for each call and left to the collector: no secret outlives its use by being remembered. */
const ed25519: Ed25519 = {
  publicKey(secret) {
    const spki = createPublicKey(readSeed(secret)).export({ format: 'der', type: 'spki' });
    return new Uint8Array(spki.subarray(-32));
  },
  sign: (message, secret) => new Uint8Array(nodeSign(null, message, readSeed(secret))),
};

function readSeed(seed: Bytes): KeyObject {
  if (seed.length !== 32) throw secretOutOfRange();
  const pkcs8 = Buffer.concat([pkcs8Head, seed]);
  try {
    return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  } finally {
    pkcs8.fill(0);
  }
}

/** At once: what is hashed here is small, and WebCrypto would hand it to a thread for five times its price. */
const sha256 = (bytes: Bytes): Bytes => new Uint8Array(createHash('sha256').update(bytes).digest());

const hmacSha256 = (key: Bytes, bytes: Bytes): Bytes =>
  new Uint8Array(createHmac('sha256', key).update(bytes).digest());
