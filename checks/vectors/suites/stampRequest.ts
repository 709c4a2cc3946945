import { readRefusal } from '../../../src/contract/readRefusal.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { compressPoint } from '../../../src/crypto/p256.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import { type Primitives, portablePrimitives } from '../../../src/service/primitives.js';
import { stampHeader, writeStamp } from '../../../src/stampers/stamp.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { eachOf, judged, type Suite } from '../suite.js';
import { readWycheproof } from '../wycheproof.js';

type Signature = { publicKey: { uncompressed: string }; msg: string; sig: string };

/** Signatures in DER as stamps of requests to a running service, once on each of its two verifiers. */
export const stampRequest: Suite[] = [suite('WebCrypto', portablePrimitives), suite('node:crypto', nodePrimitives)];

function suite(verifier: string, primitives: () => Promise<Primitives>): Suite {
  const vectors = 'ecdsa_secp256r1_sha256_test.json';
  return {
    name: 'ECDSA P-256, DER',
    through: `X-Stamp at POST ${whoami.path}, ${verifier}`,
    vectors,
    async run() {
      const service = await createTestService({ primitives: await primitives() });
      const outcomes = await eachOf(readWycheproof<Signature>(vectors), async ({ id, result, ...signature }) =>
        judged({ id, verdict: result, answer: { value: await passes(service, signature) } }),
      );
      await service.close();
      return outcomes;
    },
  };
}

/**
 * Whether the stamp is taken. The messages are no requests, so that the service goes on to read the body and refuses that; a
 * stamp that does not verify is refused before.
 */
async function passes({ service }: TestService, { publicKey, msg, sig }: Signature): Promise<boolean> {
  const stamp = writeStamp({
    publicKey: toHex(compressPoint(fromHex(publicKey.uncompressed))),
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    signature: sig,
  });
  const headers = { 'Content-Type': 'application/json', [stampHeader]: stamp };
  const request = new Request(`https://latchkey.test${whoami.path}`, { method: 'POST', headers, body: fromHex(msg) });
  const response = await service.fetch(request);
  const { code } = readRefusal(response.status, await response.json());
  if (code === 'REQUEST_MALFORMED' || code === 'REQUEST_INVALID') return true;
  if (code === 'STAMP_MALFORMED' || code === 'STAMP_INVALID' || code === 'HEADERS_TOO_LARGE') return false;
  throw new Error(`The service answered ${response.status} ${code} to a stamp.`);
}
