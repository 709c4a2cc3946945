import type { Bytes } from '../../crypto/bytes.js';

/** A secret that was handed out. It lies sealed in memory, under a key that nobody can read, save while it is lent. */
export type HeldSecret<Shown> = {
  /** Lends it to `use`. Its bytes are overwritten then; texts that were made of them go with the last reference. */
  read<Result>(use: (secret: Shown) => Result | Promise<Result>): Promise<Result>;
  /** Forgets it: from then on `read` throws. */
  forget(): void;
};

/**
 * Seals a secret in the page's memory, and overwrites it.
 *
 * @param show - how it is lent, of its bytes
 */
export async function holdSecret<Shown>(
  secret: Bytes,
  show: (secret: Bytes) => Shown | Promise<Shown>,
): Promise<HeldSecret<Shown>> {
  const algorithm = { name: 'AES-GCM', iv: crypto.getRandomValues(new Uint8Array(12)) };
  let key: CryptoKey | undefined = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const sealed = await crypto.subtle.encrypt(algorithm, key, secret);
  secret.fill(0);
  return {
    async read(use) {
      if (key === undefined) throw new TypeError('This secret has been forgotten.');
      const bytes = new Uint8Array(await crypto.subtle.decrypt(algorithm, key, sealed));
      try {
        return await use(await show(bytes));
      } finally {
        bytes.fill(0);
      }
    },
    forget() {
      key = undefined;
    },
  };
}
