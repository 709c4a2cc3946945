import type { Bytes } from '../crypto/bytes.js';
import { derFromRaw } from '../crypto/der.js';
import { ed25519Signer } from '../crypto/ed25519.js';
import { toHex } from '../crypto/hex.js';
import { secp256k1Signer } from '../crypto/secp256k1.js';
import { type StampScheme, stampHeader, writeStamp } from './stamp.js';
import type { KeyStamper } from './stamper.js';

/**
 * Stamps with an API key on secp256k1 in hex. Its curve is loaded and the key read once, at the first stamp, which throws a
 * `KeyError` where the two are no pair.
 *
 * @param pair - `publicKey` 66 lowercase hex digits, SEC 1 compressed; `privateKey` 64 hex digits. For servers: a page that holds a
 *   private key as text has lost it.
 */
export const secp256k1Stamper = (pair: { publicKey: string; privateKey: string }): KeyStamper =>
  stamperOf(pair.publicKey, () => secp256k1Signer(pair), {
    scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1',
    written: (signature) => toHex(derFromRaw(signature)),
  });

/**
 * Stamps with an API key on Ed25519 in hex. Its curve is loaded and the key read once, at the first stamp, which throws a
 * `KeyError` where the two are no pair.
 *
 * @param pair - `publicKey` 64 lowercase hex digits; `privateKey` 64 hex digits, the seed. For servers: a page that holds a private key
 *   as text has lost it.
 */
export const ed25519Stamper = (pair: { publicKey: string; privateKey: string }): KeyStamper =>
  stamperOf(pair.publicKey, () => ed25519Signer(pair), { scheme: 'SIGNATURE_SCHEME_TK_API_ED25519', written: toHex });

type Sign = (message: Bytes) => Promise<Bytes>;

/** How a stamp tells of its signature. */
type Form = { readonly scheme: StampScheme; readonly written: (signature: Bytes) => string };

function stamperOf(publicKey: string, load: () => Promise<Sign>, { scheme, written }: Form): KeyStamper {
  let loaded: Promise<Sign> | undefined;
  return {
    publicKey,
    async stamp(body) {
      loaded ??= load();
      const sign = await loaded;
      return { name: stampHeader, value: writeStamp({ publicKey, scheme, signature: written(await sign(body)) }) };
    },
  };
}
