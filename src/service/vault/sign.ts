import { refused } from '../../contract/refusals.js';
import type { AnswerOf } from '../../contract/row.js';
import type { AddressFormat, Curve } from '../../contract/shapes.js';
import type { signRawPayload } from '../../contract/signing.js';
import type { Bytes } from '../../crypto/bytes.js';
import { toHex } from '../../crypto/hex.js';
import { peer } from '../peer.js';
import type { Primitives } from '../primitives.js';
import { withSecret } from '../wipe.js';
import { bitcoinFormat } from './addresses/bitcoin.js';
import { ecdsaOf } from './curve.js';
import { digestOf, type Payload, type ReadPayload, readPayload } from './payload.js';

/**
 * `addressFormat`: of the address that names the key, where one does. `secretKey`: 32 bytes. Lend it with `withSecret`: it is not
 * wiped here, since one key may sign many payloads.
 */
export type VaultSigner = {
  readonly curve: Curve;
  readonly addressFormat?: AddressFormat | undefined;
  readonly secretKey: Bytes;
};

/**
 * `r`, `s`: 32 bytes each, lowercase hex without 0x; on Ed25519 and of Taproot the signature's two halves.
 * `v`: the recovery id; on Ed25519 and of Taproot always `00`.
 */
export type PayloadSignature = AnswerOf<typeof signRawPayload>;

/**
 * Signs deterministically: RFC 6979 with the lower `s` on secp256k1 and P-256, RFC 8032 on Ed25519; BIP-340 under the tweaked key
 * for a Taproot address.
 *
 * @throws {RefusedError} PAYLOAD_MALFORMED, DIGEST_LENGTH, HASH_FUNCTION_MISMATCH, ENCODING_NOT_SUPPORTED
 * @see docs/wire.md 8.2
 */
export async function signPayload(
  primitives: Primitives,
  signer: VaultSigner,
  { payload, encoding, hashFunction }: Payload,
): Promise<PayloadSignature> {
  const read = await readPayload(payload, encoding);
  if ('digest' in read && signer.curve !== 'CURVE_SECP256K1')
    throw refused('ENCODING_NOT_SUPPORTED', { about: encoding });
  return signRead(primitives, signer, read, hashFunction);
}

async function signRead(
  primitives: Primitives,
  { curve, addressFormat, secretKey }: VaultSigner,
  read: ReadPayload,
  hashFunction: Payload['hashFunction'],
): Promise<PayloadSignature> {
  if (curve === 'CURVE_ED25519') {
    if (hashFunction !== 'HASH_FUNCTION_NOT_APPLICABLE' || !('bytes' in read)) throw refused('HASH_FUNCTION_MISMATCH');
    return halves(await primitives.ed25519.sign(read.bytes, secretKey));
  }
  const digest = await digestOf(read, hashFunction);
  if (addressFormat && bitcoinFormat(addressFormat)?.kind === 'P2TR')
    return halves(await signTaproot(digest, secretKey));
  const { r, s, recovery } = await ecdsaOf(primitives, curve).sign(digest, secretKey);
  return { r: toHex(r), s: toHex(s), v: recovery === 1 ? '01' : '00' };
}

/**
 * The signature of a Taproot output that this key alone can spend: under the key tweaked by itself, deterministic.
 *
 * @param digest - 32 bytes.
 * @returns 64 bytes.
 * @throws {PeerError} PEER_MISSING when `@scure/btc-signer` is not installed.
 * @see BIP-340; BIP-341, "Constructing and spending Taproot outputs"; BIP-86
 */
async function signTaproot(digest: Bytes, secretKey: Bytes): Promise<Bytes> {
  const { taprootTweakPrivKey } = await peer('@scure/btc-signer', () => import('@scure/btc-signer/utils.js'));
  const { schnorr } = await import('@noble/curves/secp256k1.js');
  return withSecret(new Uint8Array(taprootTweakPrivKey(secretKey)), (tweaked) =>
    schnorr.sign(digest, tweaked, new Uint8Array(32)),
  );
}

const halves = (signature: Bytes): PayloadSignature => ({
  r: toHex(signature.subarray(0, 32)),
  s: toHex(signature.subarray(32)),
  v: '00',
});
