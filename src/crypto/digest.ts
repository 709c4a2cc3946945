import type { Bytes } from './bytes.js';

/** SHA-256: 32 bytes. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/**
 * HMAC-SHA-256: 32 bytes.
 *
 * @param key - of any length, the empty one included.
 * @see RFC 2104
 */
export async function hmacSha256(key: Bytes, bytes: Bytes): Promise<Bytes> {
  // WebCrypto refuses an empty key; HMAC fills every key up with zeros, so that one zero is the same key.
  const material = key.length === 0 ? new Uint8Array(1) : key;
  const imported = await crypto.subtle.importKey('raw', material, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes));
}
