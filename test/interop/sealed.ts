import type { Bytes } from '../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import type { Sealed } from '../../src/crypto/hpke.js';
import { type AgreementKey, importAgreementKey } from '../../src/crypto/p256.js';

/** The private key of both sides: ours takes a key, theirs the private half in hex. */
export async function recipientOf(key: Bytes): Promise<{ recipient: AgreementKey; receiverPriv: string }> {
  return { recipient: await importAgreementKey(key), receiverPriv: toHex(key) };
}

/** The members of their sealed JSON. */
export function sealed(json: string): Sealed {
  const { encappedPublic, ciphertext } = JSON.parse(json) as { encappedPublic: string; ciphertext: string };
  return { enc: fromHex(encappedPublic), ciphertext: fromHex(ciphertext) };
}
