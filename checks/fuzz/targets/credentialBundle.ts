import { fromBase58Check, toBase58Check } from '../../../src/crypto/base58.js';
import { openCredentialBundle } from '../../../src/crypto/bundles.js';
import { toHex } from '../../../src/crypto/hex.js';
import type { Chance } from '../../../test/support/chance.js';
import { askedLater } from '../engine/asked.js';
import { mutated } from '../engine/mutate.js';
import { recipient, sealedKey } from '../keys.js';
import { signing } from '../service/requests.js';
import { bytesOf, inputOf, promised, type Target } from '../target.js';

/** HPKE in base58check. */
export const credentialBundle: Target = {
  name: 'HPKE credential bundle',
  functions: 'openCredentialBundle',
  form: 'text',
  most: 300,
  longest: 9_000,
  words: ['1', '11111', 'z', 'zzzz', '0', 'O', ' ', '\n', 'é'],
  bentPercent: 8, // most of these reach the curve and the cipher, at a millisecond each
  bend,
  look: async (input) => {
    const codes = ['BUNDLE_MALFORMED', 'HPKE_OPEN_FAILED'];
    const key = await askedLater(codes, () => openCredentialBundle(input, recipient));
    if (key === undefined) return 'refused';
    promised(toHex(key) === sealedKey, 'a bundle that opens holds what was sealed');
    return 'taken';
  },
  service: { name: 'sign_raw_payload, payload', request: (world, input) => signing(world, { payload: input }) },
};

/** Another payload, and the checksum that belongs to it. */
async function bend(chance: Chance, input: string): Promise<string> {
  const payload = await askedLater(['BASE58_MALFORMED'], () => fromBase58Check(input));
  if (payload === undefined) return input;
  const material = {
    form: 'bytes',
    most: 82,
    words: ['\x02', '\x03', '\x04', '\0'.repeat(33), '\xff'.repeat(32)],
  } as const;
  const bytes = inputOf(payload);
  const changed = mutated(chance, bytes, bytes, material);
  return toBase58Check(bytesOf(chance() < 0.7 ? changed.padEnd(81, '\0').slice(0, 81) : changed));
}
