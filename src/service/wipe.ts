import type { Bytes } from '../crypto/bytes.js';

/**
 * Lends a secret to `use` and overwrites it with zeros afterwards, whatever happens. Best effort: the engine, and the
 * libraries that read the secret, may hold copies that no program can reach.
 */
export async function withSecret<T>(secret: Bytes, use: (secret: Bytes) => T | Promise<T>): Promise<T> {
  try {
    return await use(secret);
  } finally {
    wipe(secret);
  }
}

/** Overwrites secrets with zeros. The one place where the service does it. */
export function wipe(...secrets: Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0);
}
