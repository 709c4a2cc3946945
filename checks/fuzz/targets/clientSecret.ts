import { openClientSecret } from '../../../src/crypto/clientSecret.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import type { Chance } from '../../../test/support/chance.js';
import { asked, askedLater } from '../engine/asked.js';
import { mutated } from '../engine/mutate.js';
import { recipient, sealedSecret } from '../keys.js';
import { connecting } from '../service/requests.js';
import { bytesOf, inputOf, promised, type Target } from '../target.js';

/** A Borsh envelope in hex: the client secret of an OAuth 2.0 app. */
export const clientSecret: Target = {
  name: 'client secret',
  functions: 'openClientSecret',
  form: 'text',
  most: 600,
  longest: 9_000,
  words: ['00', 'ff', '04', '0x', '1d000000', '10000000', 'ffffffff', ' ', 'F', 'g', '\u0000'],
  bentPercent: 60,
  bend,
  look: async (input) => {
    const secret = await askedLater(['BUNDLE_MALFORMED'], () => openClientSecret(input, recipient));
    if (secret === undefined) return 'refused';
    promised(secret === sealedSecret, 'an envelope that opens holds what was sealed');
    return 'taken';
  },
  service: {
    name: 'create_oauth2_credential, encryptedClientSecret',
    seeds: (world) => [world.clientSecret],
    request: connecting,
  },
};

/** Other bytes, in the hex that the reader takes. */
function bend(chance: Chance, input: string): string {
  const bytes = asked(['HEX_MALFORMED'], () => fromHex(input));
  if (bytes === undefined) return input;
  const material = {
    form: 'bytes',
    most: 300,
    words: ['\x04', '\0\0\0\0', '\xff\xff\xff\xff', '\x10\0\0\0', '\0'.repeat(65)],
  } as const;
  const unit = inputOf(bytes);
  return toHex(bytesOf(mutated(chance, unit, unit, material)));
}
