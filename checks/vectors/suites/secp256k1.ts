import { type Bytes, concat } from '../../../src/crypto/bytes.js';
import { rawFromDer } from '../../../src/crypto/der.js';
import { secp256k1Order } from '../../../src/crypto/derivation/scalar.js';
import { sha256 } from '../../../src/crypto/digest.js';
import { ethereumAddress, recoverAddress } from '../../../src/crypto/ethereum.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { readVectors } from '../files.js';
import { asked, eachOf, judged, type Suite } from '../suite.js';
import { readWycheproof } from '../wycheproof.js';

type Signature = { publicKey: { uncompressed: string }; msg: string; sig: string };
type Invalid = { description: string; Q: string; m: string; signature: string };

/** Signatures of wallets. The product verifies one by recovering its signer's address, so both values of v are tried. */
export const secp256k1: Suite[] = [
  wycheproof('ECDSA secp256k1, DER', 'rawFromDer, recoverAddress', 'ecdsa_secp256k1_sha256_test.json', rawFromDer),
  wycheproof(
    'ECDSA secp256k1, Bitcoin',
    'rawFromDer, recoverAddress',
    'ecdsa_secp256k1_sha256_bitcoin_test.json',
    rawFromDer,
  ),
  wycheproof('ECDSA secp256k1, r‖s', 'recoverAddress', 'ecdsa_secp256k1_sha256_p1363_test.json', (raw) => raw),
  {
    name: 'ECDSA secp256k1, invalid keys and signatures',
    through: 'ethereumAddress, recoverAddress',
    vectors: 'secp256k1_ecdsa.json, invalid.verify',
    run: () => {
      const { invalid } = readVectors<{ invalid: { verify: Invalid[] } }>('rfc6979/secp256k1_ecdsa.json');
      return eachOf(invalid.verify, async ({ description, Q, m, signature }) => {
        const answer = await asked(async () => isSignedBy(fromHex(Q), fromHex(m), fromHex(signature)));
        return judged({ id: description, verdict: 'invalid', answer });
      });
    },
  },
];

function wycheproof(name: string, through: string, vectors: string, rawFrom: (signature: Bytes) => Bytes): Suite {
  return {
    name,
    through,
    vectors,
    run: () =>
      eachOf(readWycheproof<Signature>(vectors), async ({ id, result, publicKey, msg, sig }) => {
        const raw = await asked(() => rawFrom(fromHex(sig)));
        if ('code' in raw) return judged({ id, verdict: result, answer: raw });
        const digest = await sha256(fromHex(msg));
        const answer = await asked(async () => isSignedBy(fromHex(publicKey.uncompressed), digest, raw.value));
        return judged({ id, verdict: result, answer, because: () => whyNoWalletMadeIt(raw.value) });
      }),
  };
}

async function isSignedBy(publicKey: Bytes, digest: Bytes, raw: Bytes): Promise<boolean> {
  const address = await ethereumAddress(publicKey);
  const signers = await Promise.all(
    [27, 28].map((v) => asked(() => recoverAddress({ digest, signature: toHex(concat(raw, Uint8Array.of(v))) }))),
  );
  return signers.some((signer) => 'value' in signer && signer.value === address);
}

/** The two sorts of valid ECDSA signatures that an Ethereum signature cannot be. */
function whyNoWalletMadeIt(raw: Bytes): string | undefined {
  const [r, s] = [raw.slice(0, 32), raw.slice(32)].map((half) => BigInt(`0x0${toHex(half)}`));
  if (r === undefined || s === undefined) return undefined;
  if (s > secp256k1Order / 2n) return "s in the upper half: somebody's copy of a wallet's signature";
  return r + secp256k1Order < fieldPrime
    ? 'r below p - n: its point may lie past n, for which Ethereum has no v'
    : undefined;
}

/** @see SEC 2 v2, section 2.4.1 */
const fieldPrime = 2n ** 256n - 2n ** 32n - 977n;
