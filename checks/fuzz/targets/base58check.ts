import { fromBase58, fromBase58Check, toBase58, toBase58Check } from '../../../src/crypto/base58.js';
import { concat } from '../../../src/crypto/bytes.js';
import { asked, askedLater } from '../engine/asked.js';
import { below } from '../engine/mutate.js';
import { signing } from '../service/requests.js';
import { promised, type Seen, type Target } from '../target.js';

const malformed = ['BASE58_MALFORMED'];

/** The text that a credential bundle is written in; addresses of some chains are, too. */
export const base58check: Target = {
  name: 'base58check',
  functions: 'fromBase58, fromBase58Check',
  form: 'text',
  most: 300,
  longest: 9_000,
  words: ['1', '11', '111111111', 'z', 'zzzz', '0', 'O', 'I', 'l', ' ', '\n', 'é', '3QJmnh', 'StV1DL6CwTryKyV'],
  bentPercent: 40,
  bend: async (chance, input) => {
    const bytes = asked(malformed, () => fromBase58(input)) ?? new Uint8Array();
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
  look,
  service: {
    name: 'sign_raw_payload, signWith',
    seeds: ({ address }) => [address],
    request: (world, input) => signing(world, { signWith: input }),
  },
};

async function look(input: string): Promise<Seen> {
  const bytes = asked(malformed, () => fromBase58(input));
  const payload = await askedLater(malformed, () => fromBase58Check(input));
  if (bytes === undefined) {
    promised(payload === undefined, 'what is not base58 is not base58check');
    return 'refused';
  }
  promised(toBase58(bytes) === input, 'bytes have one text');
  if (payload === undefined) return 'refused';
  promised((await toBase58Check(payload)) === input, 'a payload has one text');
  return 'taken';
}
