import { fromBase58, fromBase58Check, toBase58, toBase58Check } from '../../../src/crypto/base58.js';
import { concat } from '../../../src/crypto/bytes.js';
import { below } from '../engine/mutate.js';
import { orRefused, orRefusedLater } from '../engine/orRefused.js';
import { signRequest } from '../service/requests.js';
import { mustHold, type Outcome, type Target } from '../target.js';

const malformed = ['BASE58_MALFORMED'];

/** The encoding of credential bundles, and of some chains' addresses. */
export const base58check: Target = {
  name: 'base58check',
  functions: 'fromBase58, fromBase58Check',
  form: 'text',
  maxUnits: 300,
  stretchedUnits: 9_000,
  dictionary: ['1', '11', '111111111', 'z', 'zzzz', '0', 'O', 'I', 'l', ' ', '\n', 'é', '3QJmnh', 'StV1DL6CwTryKyV'],
  structuredPercent: 40,
  mutate: async (chance, input) => {
    const bytes = orRefused(malformed, () => fromBase58(input)) ?? new Uint8Array();
    const zeros = new Uint8Array(below(chance, 4));
    const cut = bytes.slice(below(chance, 3), bytes.length - below(chance, 6));
    return toBase58Check(
      concat(
        zeros,
        cut,
        Uint8Array.from({ length: below(chance, 3) }, () => below(chance, 256)),
      ),
    );
  },
  run,
  service: {
    name: 'sign_raw_payload, signWith',
    seeds: ({ address }) => [address],
    request: (fixtures, input) => signRequest(fixtures, { signWith: input }),
  },
};

async function run(input: string): Promise<Outcome> {
  const bytes = orRefused(malformed, () => fromBase58(input));
  const payload = await orRefusedLater(malformed, () => fromBase58Check(input));
  if (bytes === undefined) {
    mustHold(payload === undefined, 'what is not base58 is not base58check');
    return 'refused';
  }
  mustHold(toBase58(bytes) === input, 'bytes have one text');
  if (payload === undefined) return 'refused';
  mustHold((await toBase58Check(payload)) === input, 'a payload has one text');
  return 'accepted';
}
