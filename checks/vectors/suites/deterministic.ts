import { utf8 } from '../../../src/crypto/bytes.js';
import { sha256 } from '../../../src/crypto/digest.js';
import { ethereumAddress, recoverAddress } from '../../../src/crypto/ethereum.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { groupOrder } from '../../../src/crypto/p256Curve.js';
import type { Ecdsa } from '../../../src/service/primitives.js';
import { signPayload } from '../../../src/service/vault/sign.js';
import { readVectors } from '../files.js';
import { signers } from '../signers.js';
import { asked, computed, eachOf, judged, type Suite } from '../suite.js';

type Signed = { d: string; m: string; signature: string };
type Secp256k1 = { valid: Signed[]; extraEntropy: Signed[]; invalid: { sign: (Signed & { description: string })[] } };
type Nonce = { message: string; d: string; k0: string };
type P256 = { d: string; cases: { message: string; r: string; s: string }[] };

const secp256k1 = 'secp256k1_ecdsa.json';
const nonces = 'secp256k1_rfc6979.json';
const p256 = 'p256_sha256_rfc6979_A.2.5.json';

/** RFC 6979: one key and one message have one signature, on both of the vault's implementations. */
export const deterministic: Suite[] = signers.flatMap(([name, primitives]): Suite[] => [
  {
    name: 'RFC 6979 secp256k1, signed',
    through: `the vault's signer, ${name}; recoverAddress`,
    vectors: `${secp256k1}, valid`,
    run: async () => {
      const { secp256k1: ecdsa } = await primitives();
      const { valid, extraEntropy } = readVectors<Secp256k1>(`rfc6979/${secp256k1}`);
      return eachOf([...valid, ...extraEntropy], ({ d, m, signature }) =>
        computed(`${d} ${m}`, `${signature} recovers`, async () => signsAndRecovers(ecdsa, d, m)),
      );
    },
  },
  {
    name: 'RFC 6979 secp256k1, no keys',
    through: `the vault's signer, ${name}`,
    vectors: `${secp256k1}, invalid.sign`,
    run: async () => {
      const { secp256k1: ecdsa } = await primitives();
      const { invalid } = readVectors<Secp256k1>(`rfc6979/${secp256k1}`);
      return eachOf(invalid.sign, async ({ description, d, m }) => {
        const answer = await asked(async () => Boolean(await ecdsa.sign(fromHex(m), fromHex(d))));
        return judged({ id: description, verdict: 'invalid', answer });
      });
    },
  },
  {
    name: 'RFC 6979 secp256k1, nonces',
    through: `the vault's signer, ${name}: r is the x of k·G`,
    vectors: nonces,
    run: async () => {
      const { secp256k1: ecdsa } = await primitives();
      return eachOf(readVectors<Nonce[]>(`rfc6979/${nonces}`), async ({ message, d, k0 }) => {
        const point = await ecdsa.publicKey(fromHex(k0));
        const sign = async () => ecdsa.sign(await sha256(utf8(message)), fromHex(d));
        return computed(message, toHex(point.slice(1)), async () => toHex((await sign()).r));
      });
    },
  },
  {
    name: 'RFC 6979 P-256',
    through: `signPayload, ${name}`,
    vectors: p256,
    run: async () => {
      const { d, cases } = readVectors<P256>(`rfc6979/${p256}`);
      const signer = { curve: 'CURVE_P256', secretKey: fromHex(d) } as const;
      const asText = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' } as const;
      const made = await primitives();
      return eachOf(cases, ({ message, r, s }) =>
        computed(message, `${r} ${lower(s)}`.toLowerCase(), async () => {
          const signature = await signPayload(made, signer, { payload: message, ...asText });
          return `${signature.r} ${signature.s}`;
        }),
      );
    },
  },
]);

async function signsAndRecovers(ecdsa: Ecdsa, d: string, m: string): Promise<string> {
  const { r, s, recovery } = await ecdsa.sign(fromHex(m), fromHex(d));
  const signature = toHex(r) + toHex(s);
  const signer = await recoverAddress({ digest: fromHex(m), signature: `${signature}${recovery === 1 ? '1c' : '1b'}` });
  const recovers = signer === (await ethereumAddress(await ecdsa.publicKey(fromHex(d))));
  return `${signature} ${recovers ? 'recovers' : 'recovers another key'}`;
}

/** The RFC takes s as it comes; the vault gives the lower of the two. */
function lower(s: string): string {
  const value = BigInt(`0x${s}`);
  return (value > groupOrder / 2n ? groupOrder - value : value).toString(16).padStart(64, '0');
}
