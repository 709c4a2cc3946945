import { derFromRaw } from '../crypto/der.js';
import { toHex } from '../crypto/hex.js';
import { type Signer, type SigningKey, sign } from '../crypto/p256.js';
import { stampHeader, writeStamp } from './stamp.js';
import type { KeyStamper } from './stamper.js';

/** Stamps with a key pair in memory, such as a session's. */
export function keyStamper(key: SigningKey | Signer): KeyStamper {
  return {
    publicKey: key.publicKey,
    async stamp(body) {
      const signature = toHex(derFromRaw(await sign(key, body)));
      const { publicKey } = key;
      return { name: stampHeader, value: writeStamp({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature }) };
    },
  };
}
