import { importSigningKey } from '../crypto/p256.js';
import { keyStamper } from './keyStamper.js';
import type { KeyStamper } from './stamper.js';

/**
 * Stamps with an API key in hex. The key is imported once, at the first stamp, which then throws what {@link importSigningKey} throws.
 *
 * @param pair - `publicKey` 66 lowercase hex digits, SEC 1 compressed; `privateKey` 64 hex digits. For servers only: a private key as text
 * in a page is exposed.
 */
export function apiKeyStamper(pair: { publicKey: string; privateKey: string }): KeyStamper {
  let imported: Promise<KeyStamper> | undefined;
  return {
    publicKey: pair.publicKey,
    async stamp(body) {
      imported ??= importSigningKey(pair).then(keyStamper);
      return (await imported).stamp(body);
    },
  };
}
