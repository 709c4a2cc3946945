import type { Bytes } from '../crypto/bytes.js';
import { createVerifier } from '../crypto/createVerifier.js';
import { hmacSha256, sha256 } from '../crypto/digest.js';
import { toHex } from '../crypto/hex.js';
import { openBase } from '../crypto/hpke.js';
import { KeyError } from '../crypto/keyError.js';
import { importSigningKey, type Signer, sign, type VerifyP256 } from '../crypto/p256.js';

/**
 * The service's most frequent cryptography, passed in at creation, since the fastest code for it differs by platform. Every implementation
 * gives the same bytes.
 */
export type Primitives = {
  /** Over SHA-256 of the message. */
  readonly verifyP256: VerifyP256;
  readonly secp256k1: Ecdsa;
  /** P-256 as a wallet's curve. */
  readonly p256: Ecdsa;
  readonly ed25519: Ed25519;
  /** @returns 32 bytes. */
  sha256(bytes: Bytes): Awaitable<Bytes>;
  /** @returns 32 bytes. @see RFC 2104 */
  hmacSha256(key: Bytes, bytes: Bytes): Awaitable<Bytes>;
  readonly aes256Gcm: Aes256Gcm;
  /**
   * A P-256 key of the service's own, ready to sign. Throws KeyError KEY_MISMATCH, KEY_OUT_OF_RANGE.
   *
   * @param secret - 32 bytes, big-endian; they stay the caller's.
   * @param publicKey - theirs: 66 hex digits, SEC 1 compressed.
   */
  openSigner(secret: Bytes, publicKey: string): Awaitable<Signer>;
  /** {@link openBase} */
  openHpke(sealed: Parameters<typeof openBase>[0]): Awaitable<Bytes>;
};

/**
 * AES-256-GCM with a nonce of 12 bytes; a ciphertext ends with its tag of 16. Keys are non-extractable WebCrypto keys. @see NIST SP 800-38D
 */
export type Aes256Gcm = {
  encrypt(key: CryptoKey, nonce: Bytes, additionalData: Bytes, plaintext: Bytes): Awaitable<Bytes>;
  /** Throws where the tag does not fit. */
  decrypt(key: CryptoKey, nonce: Bytes, additionalData: Bytes, ciphertext: Bytes): Awaitable<Bytes>;
};

/**
 * Deterministic ECDSA on one curve. Secrets are 32 bytes, big-endian, from 1 to the curve's order less 1; of any other, both
 * functions throw KeyError KEY_OUT_OF_RANGE.
 */
export type Ecdsa = {
  /** @returns 33 bytes, SEC 1 compressed. */
  publicKey(secret: Bytes): Awaitable<Bytes>;
  /**
   * @param digest - 32 bytes, already hashed.
   * @see RFC 6979 with HMAC-SHA256; `s` is the lower of its two values
   */
  sign(digest: Bytes, secret: Bytes): Awaitable<EcdsaSignature>;
};

/** `r` and `s`: 32 bytes each, big-endian. `recovery`: whether the nonce point's y is odd. */
export type EcdsaSignature = {
  readonly r: Bytes;
  readonly s: Bytes;
  readonly recovery: 0 | 1;
};

/** PureEdDSA. Secrets are the 32-byte seed; of any other length, both functions throw KeyError KEY_OUT_OF_RANGE. @see RFC 8032, 5.1 */
export type Ed25519 = {
  /** @returns 32 bytes. */
  publicKey(secret: Bytes): Awaitable<Bytes>;
  /** @returns 64 bytes, R then S. */
  sign(message: Bytes, secret: Bytes): Awaitable<Bytes>;
};

/** Cryptographically random bytes. */
export type Random = (length: number) => Bytes;

type Awaitable<T> = T | Promise<T>;

/** Runs anywhere, a page included: WebCrypto verifies, hashes and encrypts, noble signs. */
export async function portablePrimitives(): Promise<Primitives> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js'); // one by one: see loadExpand
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  return {
    verifyP256: createVerifier(),
    secp256k1: ecdsaOn(secp256k1),
    p256: openedOnUse(portableP256),
    ed25519: {
      publicKey: (secret) => ed25519.getPublicKey(checkedSeed(secret)),
      sign: (message, secret) => ed25519.sign(message, checkedSeed(secret)),
    },
    sha256,
    hmacSha256,
    aes256Gcm: webAes256Gcm,
    async openSigner(secret, publicKey) {
      const key = await importSigningKey({ publicKey, privateKey: toHex(secret) });
      return { publicKey, sign: (message) => sign(key, message) };
    },
    openHpke: openBase,
  };
}

export const webAes256Gcm: Aes256Gcm = {
  async encrypt(key, iv, additionalData, plaintext) {
    return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plaintext));
  },
  async decrypt(key, iv, additionalData, ciphertext) {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, ciphertext));
  },
};

/** A curve that is loaded on first use. */
export function openedOnUse(open: () => Promise<Ecdsa>): Ecdsa {
  let opening: Promise<Ecdsa> | undefined;
  const opened = () => {
    opening ??= open();
    return opening;
  };
  return {
    publicKey: async (secret) => (await opened()).publicKey(secret),
    sign: async (digest, secret) => (await opened()).sign(digest, secret),
  };
}

/** P-256 with noble's arithmetic. */
export async function portableP256(): Promise<Ecdsa> {
  const { p256 } = await import('@noble/curves/nist.js');
  return ecdsaOn(p256);
}

function checkedSeed(secret: Bytes): Bytes {
  if (secret.length !== 32) throw secretOutOfRange();
  return secret;
}

/** For every implementation: some would cut a longer digest, or fill up a shorter one. */
export function checkedDigest(digest: Bytes): Bytes {
  if (digest.length !== 32) throw new RangeError(`A digest is 32 bytes; this one has ${digest.length}.`);
  return digest;
}

/** The error of every implementation for bytes that are no secret key. */
export function secretOutOfRange(): KeyError {
  return new KeyError(
    'KEY_OUT_OF_RANGE',
    'A secret key is 32 bytes; on secp256k1 and P-256, a number from 1 to the order less 1.',
  );
}

type NobleCurve = typeof import('@noble/curves/secp256k1.js').secp256k1;

function ecdsaOn(curve: NobleCurve): Ecdsa {
  /** noble's own message would repeat the secret. */
  function checked(secret: Bytes): Bytes {
    if (!curve.utils.isValidSecretKey(secret)) throw secretOutOfRange();
    return secret;
  }

  return {
    publicKey: (secret) => curve.getPublicKey(checked(secret), true),
    sign(digest, secret) {
      const signature = curve.sign(checkedDigest(digest), checked(secret), {
        prehash: false,
        lowS: true,
        format: 'recovered',
      });
      return { r: signature.slice(1, 33), s: signature.slice(33), recovery: signature[0] === 1 ? 1 : 0 };
    },
  };
}
