import { createCipheriv, createDecipheriv, KeyObject } from 'node:crypto';
import type { Bytes } from '../crypto/bytes.js';
import type { Aes256Gcm } from './primitives.js';

/** At once: what is encrypted here is small, and WebCrypto would hand it to a thread for five times its price. */
export const nodeAes256Gcm: Aes256Gcm = {
  encrypt(key, nonce, additionalData, plaintext) {
    const cipher = createCipheriv('aes-256-gcm', KeyObject.from(key), nonce).setAAD(additionalData);
    return new Uint8Array(Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]));
  },
  decrypt: (key, nonce, additionalData, ciphertext) =>
    decryptAes256Gcm(KeyObject.from(key), nonce, additionalData, ciphertext),
};

/** Throws where the tag does not fit. @param key - where it is bytes: 32. */
export function decryptAes256Gcm(
  key: KeyObject | Bytes,
  nonce: Bytes,
  additionalData: Bytes,
  ciphertext: Bytes,
): Bytes {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(additionalData).setAuthTag(ciphertext.subarray(-tagBytes));
  const plaintext = decipher.update(ciphertext.subarray(0, -tagBytes));
  decipher.final(); // throws where the tag does not fit
  return takenFrom(plaintext);
}

const tagBytes = 16;

/** The bytes in an array of their own; where they were is wiped, since they may be a secret. */
function takenFrom(buffer: Buffer): Bytes {
  const bytes = new Uint8Array(buffer);
  buffer.fill(0);
  return bytes;
}
