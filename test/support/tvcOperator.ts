import { concat } from '../../src/crypto/bytes.js';
import { sha256 } from '../../src/crypto/digest.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { createSigningKey, decompressPoint, type SigningKey, sign } from '../../src/crypto/p256.js';

/** An operator of TVC apps. */
export type TestOperator = {
  /** The public key: 130 bytes in hex. */
  readonly publicKey: string;
  /** Signs a manifest, which is base64. */
  readonly approve: (manifest: string) => Promise<string>;
};

export async function createOperator(): Promise<TestOperator> {
  const [encrypting, signing] = [await createSigningKey(), await createSigningKey()];
  const point = ({ publicKey }: SigningKey) => decompressPoint(fromHex(publicKey));
  return {
    publicKey: toHex(concat(point(encrypting), point(signing))),
    approve: async (manifest) => {
      const digest = await sha256(Uint8Array.from(Buffer.from(manifest, 'base64')));
      return toHex(await sign(signing, digest));
    },
  };
}
