import { toBase64Url } from '../../../src/crypto/base64url.js';
import { readSession, sessionHeader } from '../../../src/service/coordinator/caller/readOnlySession.js';
import type { Chance } from '../../../test/support/chance.js';
import { askedLater } from '../engine/asked.js';
import { mutated } from '../engine/mutate.js';
import { whoamiBy } from '../service/requests.js';
import { bytesOf, promised, type Target } from '../target.js';

/** The secret in the place of a stamp. */
export const session: Target = {
  name: 'X-Session',
  functions: 'readSession',
  form: 'text',
  most: 300,
  longest: 20_000,
  words: ['=', '-', '_', '+', '/', ' ', ', ', '\r\n', '\u0000', '%', 'session/', 'X-Session', "'", '"', 'é'],
  bentPercent: 40,
  bend,
  look: async (input) => {
    const headers = headersWith(input);
    if (headers === undefined) return 'refused';
    const read = await askedLater(['STAMP_MALFORMED'], () => readSession(headers));
    if (read === undefined) return 'refused';
    promised(/^session\/[\da-f]{64}$/.test(read.lookupKey), 'a session is looked up by its hash');
    promised(/^[\w-]{43}$/.test(input.trim()), 'a session is 256 bits in base64url');
    return 'taken';
  },
  service: { name: 'whoami, X-Session', seeds: (world) => [world.readOnlySession], request: whoamiBy },
};

/** `undefined`: no library would send it, and no server hands it on. */
function headersWith(value: string): Headers | undefined {
  try {
    return new Headers({ [sessionHeader]: value });
  } catch {
    return undefined;
  }
}

/** Other bytes as they are written, of the right length mostly. */
function bend(chance: Chance, input: string): string {
  const material = { form: 'bytes', most: 64, words: ['\0', '\xff'] } as const;
  const bytes = mutated(chance, input, input, material).replace(/[^\0-\xff]/g, '\xff');
  return toBase64Url(bytesOf(chance() < 0.8 ? bytes.padEnd(32, '\0').slice(0, 32) : bytes));
}
