import { fromBase64Url, toBase64Url } from '../../../src/crypto/base64url.js';
import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { derFromRaw, rawFromDer } from '../../../src/crypto/der.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { readStamp, writeStamp } from '../../../src/stampers/stamp.js';
import type { Chance } from '../../../test/support/chance.js';
import { mutatedJson } from '../engine/mutateJson.js';
import { orRefused } from '../engine/orRefused.js';
import { whoamiStamp, whoamiWithStamp } from '../service/requests.js';
import { mustHold, type Target } from '../target.js';

/** The header with a request's signature. */
export const stamp: Target = {
  name: 'X-Stamp',
  functions: 'readStamp',
  form: 'text',
  maxUnits: 2_000,
  stretchedUnits: 20_000,
  dictionary: [
    '=',
    '==',
    '-',
    '_',
    '+',
    '/',
    'e30',
    'eyJ',
    'AA',
    'fQ',
    'In0',
    '\u0000',
    ' ',
    '{}',
    'X-Stamp',
    '%',
    ', ',
    '\r\n',
  ],
  structuredPercent: 60,
  mutate,
  run: (input) => {
    const read = orRefused(['STAMP_MALFORMED'], () => readStamp(input));
    if (read === undefined) return 'refused';
    const again = readStamp(writeStamp(read));
    mustHold(JSON.stringify(again) === JSON.stringify(read), 'a stamp can be written and read again');
    mustHold(toHex(derFromRaw(rawFromDer(fromHex(read.signature)))) === read.signature, 'its signature is DER');
    mustHold(/^0[23][\da-f]{64}$/.test(read.publicKey), 'its key has the form of one');
    return 'accepted';
  },
  service: { name: 'whoami, X-Stamp', seeds: (fixtures) => [whoamiStamp(fixtures)], request: whoamiWithStamp },
};

function mutate(chance: Chance, input: string): string {
  const text = orRefused(['BASE64URL_MALFORMED', 'UTF8_MALFORMED'], () => fromUtf8(fromBase64Url(input)));
  return toBase64Url(utf8(mutatedJson(chance, text ?? '{}')));
}
