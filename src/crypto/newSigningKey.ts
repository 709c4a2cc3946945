import { toHex } from './hex.js';

/**
 * What a page that shows a login needs of P-256, apart from the rest of it, which comes with the login: 0.8 KiB less in the first load.
 *
 * @returns a new key pair whose private half cannot be read, by anyone.
 */
export async function newSigningKey(): Promise<{ readonly publicKey: string; readonly privateKey: CryptoKey }> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, false, ['sign', 'verify']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const y = point[64] ?? 0;
  point[0] = y & 1 ? 3 : 2; // the platform's own point is on the curve
  return { publicKey: toHex(point.subarray(0, 33)), privateKey };
}

/** Whether a value has the form of a compressed public key: 66 lowercase hex digits. The curve is not looked at. */
export function isPublicKeyText(value: unknown): value is string {
  return typeof value === 'string' && /^0[23][\da-f]{64}$/.test(value);
}
