import { fromBase64Url } from '../../../src/crypto/base64url.js';
import { type Bytes, concat } from '../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { agree, decompressPoint, importAgreementKey } from '../../../src/crypto/p256.js';
import { asked, eachOf, judged, type Outcome, type Suite, type Verdict } from '../suite.js';
import { readWycheproof } from '../wycheproof.js';

type InHex = { public: string; private: string; shared: string };
type Jwk = { kty: string; crv: string; x: string; y: string; d?: string };
type InJwk = { public: Jwk; private: Jwk; shared: string };

/** P-256 Diffie-Hellman as every bundle does it. Keys come as bare points: what wraps them is taken off here, or left on. */
export const agreement: Suite[] = [
  {
    name: 'ECDH P-256, points',
    through: 'importAgreementKey, decompressPoint (33 bytes), agree',
    vectors: 'ecdh_secp256r1_ecpoint_test.json',
    run: () =>
      eachOf(readWycheproof<InHex>('ecdh_secp256r1_ecpoint_test.json'), (vector) =>
        agreed(
          vector,
          () => scalar(vector.private),
          () => pointFrom(fromHex(vector.public)),
        ),
      ),
  },
  {
    name: 'ECDH P-256, SubjectPublicKeyInfo',
    through: 'agree: the point of the one DER header of P-256, else all bytes',
    vectors: 'ecdh_secp256r1_test.json',
    run: () =>
      eachOf(readWycheproof<InHex>('ecdh_secp256r1_test.json'), (vector) =>
        agreed(
          vector,
          () => scalar(vector.private),
          () => fromHex(vector.public.replace(spkiHeader, '')),
        ),
      ),
  },
  {
    name: 'ECDH P-256, JWK',
    through: 'fromBase64Url, importAgreementKey, agree',
    vectors: 'ecdh_secp256r1_webcrypto_test.json',
    run: () =>
      eachOf(readWycheproof<InJwk>('ecdh_secp256r1_webcrypto_test.json'), (vector) => {
        const { crv, x, y } = vector.public;
        if (crv !== 'P-256') return { is: 'out of reach', because: 'keys of other curves: no function takes a JWK' };
        const point = () => concat(Uint8Array.of(4), fromBase64Url(x), fromBase64Url(y));
        return agreed(vector, () => fromBase64Url(vector.private.d ?? ''), point);
      }),
  },
];

async function agreed(
  { id, result, shared }: { id: string; result: Verdict; shared: string },
  privateKey: () => Bytes,
  publicKey: () => Bytes,
): Promise<Outcome> {
  const answer = await asked(async () => {
    const key = await importAgreementKey(privateKey());
    return toHex(await agree(key.privateKey, publicKey()));
  });
  if ('value' in answer && result !== 'invalid' && answer.value !== shared) return { is: 'wrong', id };
  return judged({ id, verdict: result, answer: 'value' in answer ? { value: true } : answer });
}

/** A compressed point is what a credential bundle begins with. */
const pointFrom = (point: Bytes) => (point.length === 33 ? decompressPoint(point) : point);

/** Big-endian numbers of any length, as 32 bytes. */
const scalar = (hex: string) => fromHex(BigInt(`0x${hex}`).toString(16).padStart(64, '0'));

/** SubjectPublicKeyInfo of P-256 up to an uncompressed point. @see RFC 5480, section 2 */
const spkiHeader = /^3059301306072a8648ce3d020106082a8648ce3d030107034200(?=04.{128}$)/;
