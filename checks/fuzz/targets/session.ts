import { toBase64Url } from '../../../src/crypto/base64url.js';
import { readSessionHeader, sessionHeader } from '../../../src/service/coordinator/callers/readOnlySession.js';
import type { Chance } from '../../../test/support/chance.js';
import { mutated } from '../engine/mutate.js';
import { orRefusedLater } from '../engine/orRefused.js';
import { whoamiWithSession } from '../service/requests.js';
import { bytesOf, mustHold, type Target } from '../target.js';

/** The header of a read-only session, which is sent instead of a stamp. */
export const session: Target = {
  name: 'X-Session',
  functions: 'readSessionHeader',
  form: 'text',
  maxUnits: 300,
  stretchedUnits: 20_000,
  dictionary: ['=', '-', '_', '+', '/', ' ', ', ', '\r\n', '\u0000', '%', 'session/', 'X-Session', "'", '"', 'é'],
  structuredPercent: 40,
  mutate,
  run: async (input) => {
    const headers = headersWith(input);
    if (headers === undefined) return 'refused';
    const read = await orRefusedLater(['STAMP_MALFORMED'], () => readSessionHeader(headers));
    if (read === undefined) return 'refused';
    mustHold(/^session\/[\da-f]{64}$/.test(read.lookupKey), 'a session is looked up by its hash');
    mustHold(/^[\w-]{43}$/.test(input.trim()), 'a session is 256 bits in base64url');
    return 'accepted';
  },
  service: { name: 'whoami, X-Session', seeds: (fixtures) => [fixtures.readOnlySession], request: whoamiWithSession },
};

/** `undefined` if the value is not allowed in a header. */
function headersWith(value: string): Headers | undefined {
  try {
    return new Headers({ [sessionHeader]: value });
  } catch {
    return undefined;
  }
}

/** Changes the bytes, mostly to the right length, and encodes them. */
function mutate(chance: Chance, input: string): string {
  const material = { form: 'bytes', maxUnits: 64, dictionary: ['\0', '\xff'] } as const;
  const bytes = mutated(chance, input, input, material).replace(/[^\0-\xff]/g, '\xff');
  return toBase64Url(bytesOf(chance() < 0.8 ? bytes.padEnd(32, '\0').slice(0, 32) : bytes));
}
