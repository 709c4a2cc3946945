import type { Bytes } from '../../crypto/bytes.js';

/** An exported secret. It is sealed in memory with a non-extractable key, except while `read` runs. */
export type HeldSecret<Shown> = {
  /** Passes it to `use`. Its bytes are overwritten afterwards; strings made of them are freed with their last reference. */
  read<Result>(use: (secret: Shown) => Result | Promise<Result>): Promise<Result>;
  /** Deletes it: from then on `read` throws. */
  forget(): void;
};

/**
 * Seals a secret in the page's memory, and overwrites the original.
 *
 * @param show - converts its bytes for `use`
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
