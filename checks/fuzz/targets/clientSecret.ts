import { openClientSecret } from '../../../src/crypto/clientSecret.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import type { Chance } from '../../../test/support/chance.js';
import { mutated } from '../engine/mutate.js';
import { orRefused, orRefusedLater } from '../engine/orRefused.js';
import { recipient, sealedSecret } from '../keys.js';
import { credentialRequest } from '../service/requests.js';
import { bytesOf, inputOf, mustHold, type Target } from '../target.js';

/** A Borsh envelope in hex: the client secret of an OAuth 2.0 app. */
export const clientSecret: Target = {
  name: 'client secret',
  functions: 'openClientSecret',
  form: 'text',
  maxUnits: 600,
  stretchedUnits: 9_000,
  dictionary: ['00', 'ff', '04', '0x', '1d000000', '10000000', 'ffffffff', ' ', 'F', 'g', '\u0000'],
  structuredPercent: 60,
  mutate,
  run: async (input) => {
    const secret = await orRefusedLater(['BUNDLE_MALFORMED'], () => openClientSecret(input, recipient));
    if (secret === undefined) return 'refused';
    mustHold(secret === sealedSecret, 'an envelope that opens holds what was sealed');
    return 'accepted';
  },
  service: {
    name: 'create_oauth2_credential, encryptedClientSecret',
    seeds: (fixtures) => [fixtures.clientSecret],
    request: credentialRequest,
  },
};

/** Changes the bytes, and writes them in hex. */
function mutate(chance: Chance, input: string): string {
  const bytes = orRefused(['HEX_MALFORMED'], () => fromHex(input));
  if (bytes === undefined) return input;
  const material = {
    form: 'bytes',
    maxUnits: 300,
    dictionary: ['\x04', '\0\0\0\0', '\xff\xff\xff\xff', '\x10\0\0\0', '\0'.repeat(65)],
  } as const;
  const unit = inputOf(bytes);
  return toHex(bytesOf(mutated(chance, unit, unit, material)));
}
