import type { Bytes } from '../crypto/bytes.js';

/**
 * Passes a secret to `use` and overwrites it with zeros afterwards, in any case. Best effort: the engine, and libraries that read the
 * secret, may keep copies that no program can reach.
 */
export async function withSecret<T>(secret: Bytes, use: (secret: Bytes) => T | Promise<T>): Promise<T> {
  try {
    return await use(secret);
  } finally {
    wipe(secret);
  }
}

/** Overwrites secrets with zeros. The service does it only here. */
export function wipe(...secrets: Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0);
}
