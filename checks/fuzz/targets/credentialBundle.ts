import { fromBase58Check, toBase58Check } from '../../../src/crypto/base58.js';
import { openCredentialBundle } from '../../../src/crypto/bundles.js';
import { toHex } from '../../../src/crypto/hex.js';
import type { Chance } from '../../../test/support/chance.js';
import { mutated } from '../engine/mutate.js';
import { orRefusedLater } from '../engine/orRefused.js';
import { recipient, sealedKey } from '../keys.js';
import { signRequest } from '../service/requests.js';
import { bytesOf, inputOf, mustHold, type Target } from '../target.js';

/** HPKE in base58check. */
export const credentialBundle: Target = {
  name: 'HPKE credential bundle',
  functions: 'openCredentialBundle',
  form: 'text',
  maxUnits: 300,
  stretchedUnits: 9_000,
  dictionary: ['1', '11111', 'z', 'zzzz', '0', 'O', ' ', '\n', 'é'],
  structuredPercent: 8, // most of these reach the curve and the cipher, at a millisecond each
  mutate,
  run: async (input) => {
    const codes = ['BUNDLE_MALFORMED', 'HPKE_OPEN_FAILED'];
    const key = await orRefusedLater(codes, () => openCredentialBundle(input, recipient));
    if (key === undefined) return 'refused';
    mustHold(toHex(key) === sealedKey, 'a bundle that opens holds what was sealed');
    return 'accepted';
  },
  service: {
    name: 'sign_raw_payload, payload',
    request: (fixtures, input) => signRequest(fixtures, { payload: input }),
  },
};

/** Changes the payload, and writes its checksum. */
async function mutate(chance: Chance, input: string): Promise<string> {
  const payload = await orRefusedLater(['BASE58_MALFORMED'], () => fromBase58Check(input));
  if (payload === undefined) return input;
  const material = {
    form: 'bytes',
    maxUnits: 82,
    dictionary: ['\x02', '\x03', '\x04', '\0'.repeat(33), '\xff'.repeat(32)],
  } as const;
  const bytes = inputOf(payload);
  const changed = mutated(chance, bytes, bytes, material);
  return toBase58Check(bytesOf(chance() < 0.7 ? changed.padEnd(81, '\0').slice(0, 81) : changed));
}
