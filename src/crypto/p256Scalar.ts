import { fromBase64Url, toBase64Url } from './base64url.js';
import { type Bytes, concat } from './bytes.js';
import { fromHex, toHex } from './hex.js';
import { KeyError } from './keyError.js';
import { groupOrder } from './p256Curve.js';

/** What a private key may do: sign (ECDSA) or agree on a secret (ECDH). */
type Algorithm = 'ECDSA' | 'ECDH';

/**
 * A non-extractable key from its bare scalar.
 *
 * @param scalar - 32 bytes, big-endian.
 * @returns the key and its public point, 65 bytes, SEC 1 uncompressed.
 * @throws {KeyError} KEY_OUT_OF_RANGE
 */
export async function importScalar(
  scalar: Bytes,
  algorithm: Algorithm,
): Promise<{ publicKey: Bytes; privateKey: CryptoKey }> {
  const publicKey = await publicPointOf(scalar);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: toBase64Url(scalar),
    x: toBase64Url(publicKey.slice(1, 33)),
    y: toBase64Url(publicKey.slice(33)),
  };
  const usage = algorithm === 'ECDSA' ? 'sign' : 'deriveBits';
  const privateKey = await crypto.subtle.importKey('jwk', jwk, curveFor(algorithm), false, [usage]);
  return { publicKey, privateKey };
}

/**
 * scalar · G, 65 bytes, SEC 1 uncompressed.
 *
 * @param scalar - 32 bytes, big-endian.
 * @throws {KeyError} KEY_OUT_OF_RANGE
 */
export async function publicPointOf(scalar: Bytes): Promise<Bytes> {
  const value = BigInt(`0x0${toHex(scalar)}`);
  if (scalar.length !== 32 || value === 0n || value >= groupOrder) {
    throw new KeyError(
      'KEY_OUT_OF_RANGE',
      'A P-256 private key is 32 bytes: a number from 1 to the order of the curve - 1.',
    );
  }
  return (await pointByPlatform(scalar)) ?? (await pointByNoble(scalar));
}

/** The platform computes the point of an imported key at its export; `undefined` if it requires the point at the import. */
async function pointByPlatform(scalar: Bytes): Promise<Bytes | undefined> {
  const pkcs8 = concat(pkcs8BeforeScalar, scalar);
  try {
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, curveFor('ECDSA'), true, ['sign']);
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
    return concat(Uint8Array.of(4), fromBase64Url(x), fromBase64Url(y));
  } catch {
    return undefined;
  } finally {
    pkcs8.fill(0);
  }
}

async function pointByNoble(scalar: Bytes): Promise<Bytes> {
  const { p256 } = await import('@noble/curves/nist.js');
  return new Uint8Array(p256.getPublicKey(scalar, false));
}

function curveFor(name: Algorithm): EcKeyImportParams {
  return { name, namedCurve: 'P-256' };
}

/** PKCS #8 around an ECPrivateKey that leaves its public key out (RFC 5208, section 5; RFC 5915, section 3). */
const pkcs8BeforeScalar = /* @__PURE__ */ fromHex(
  '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420',
);
