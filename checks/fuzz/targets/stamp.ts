import { fromBase64Url, toBase64Url } from '../../../src/crypto/base64url.js';
import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { derFromRaw, rawFromDer } from '../../../src/crypto/der.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { readStamp, writeStamp } from '../../../src/stampers/stamp.js';
import type { Chance } from '../../../test/support/chance.js';
import { asked } from '../engine/asked.js';
import { bentJson } from '../engine/bendJson.js';
import { whoamiStamp, whoamiUnder } from '../service/requests.js';
import { promised, type Target } from '../target.js';

/** The header that a request is signed in. */
export const stamp: Target = {
  name: 'X-Stamp',
  functions: 'readStamp',
  form: 'text',
  most: 2_000,
  longest: 20_000,
  words: [
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
  bentPercent: 60,
  bend: (chance, input) => bent(chance, input),
  look: (input) => {
    const read = asked(['STAMP_MALFORMED'], () => readStamp(input));
    if (read === undefined) return 'refused';
    const again = readStamp(writeStamp(read));
    promised(JSON.stringify(again) === JSON.stringify(read), 'a stamp that is written again reads the same');
    promised(toHex(derFromRaw(rawFromDer(fromHex(read.signature)))) === read.signature, 'its signature is DER');
    promised(/^0[23][\da-f]{64}$/.test(read.publicKey), 'its key has the form of one');
    return 'taken';
  },
  service: { name: 'whoami, X-Stamp', seeds: (world) => [whoamiStamp(world)], request: whoamiUnder },
};

function bent(chance: Chance, input: string): string {
  const text = asked(['BASE64URL_MALFORMED', 'UTF8_MALFORMED'], () => fromUtf8(fromBase64Url(input)));
  return toBase64Url(utf8(bentJson(chance, text ?? '{}')));
}
