import { fromBase64Url, toBase64Url } from '../../../src/crypto/base64url.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { verifyEd25519 } from '../../../src/crypto/ed25519.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { readVectors } from '../files.js';
import { signers } from '../signers.js';
import { asked, computed, eachOf, judged, type Suite } from '../suite.js';
import { readWycheproof } from '../wycheproof.js';

type Signature = { publicKey: { pk: string }; msg: string; sig: string };
type Rfc8037 = { input: { key: { d: string } }; signing: { 'sig-input': string; sig: string } };

export const ed25519: Suite[] = [
  {
    name: 'Ed25519',
    through: 'verifyEd25519',
    vectors: 'ed25519_test.json',
    run: () =>
      eachOf(readWycheproof<Signature>('ed25519_test.json'), async ({ id, result, publicKey, msg, sig }) => {
        const answer = await asked(() => verifyEd25519(fromHex(publicKey.pk), fromHex(sig), fromHex(msg)));
        return judged({ id, verdict: result, answer });
      }),
  },
  ...signers.map(
    ([name, primitives]): Suite => ({
      name: 'Ed25519, RFC 8037',
      through: `the vault's signer, ${name}`,
      vectors: 'jose/',
      run: async () => {
        const { input, signing } = readVectors<Rfc8037>('jose/curve25519/jws.json');
        const { ed25519: signer } = await primitives();
        const sign = () => signer.sign(utf8(signing['sig-input']), fromBase64Url(input.key.d));
        return [await computed('A.4', signing.sig, async () => toBase64Url(await sign()))];
      },
    }),
  ),
];
