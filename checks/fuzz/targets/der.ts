import { derFromRaw, rawFromDer } from '../../../src/crypto/der.js';
import { toHex } from '../../../src/crypto/hex.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { below } from '../engine/mutate.js';
import { orRefused } from '../engine/orRefused.js';
import { whoamiWithSignature } from '../service/requests.js';
import { bytesOf, inputOf, mustHold, type Target } from '../target.js';

/** The signature of a stamp. */
export const der: Target = {
  name: 'DER',
  functions: 'rawFromDer',
  form: 'bytes',
  maxUnits: 200,
  stretchedUnits: 70_000,
  dictionary: [
    '\x30',
    '\x02',
    '\x02\x01\x01',
    '\x02\x00',
    '\x30\x80',
    '\x81\x46',
    '\x82\x00\x46',
    '\x00\x00',
    '\x02\x21\x00\x80',
  ],
  structuredPercent: 40,
  mutate: (chance) => sequence(chance),
  run: (input) => {
    const bytes = bytesOf(input);
    const raw = orRefused(['DER_MALFORMED'], () => rawFromDer(bytes));
    if (raw === undefined) return 'refused';
    mustHold(raw.length === 64, 'r and s are 64 bytes');
    mustHold(toHex(derFromRaw(raw)) === toHex(bytes), 'the two numbers have one encoding');
    return 'accepted';
  },
  service: {
    name: 'whoami, signature of X-Stamp',
    seeds: ({ whoamiSignature }) => [inputOf(whoamiSignature)],
    request: (fixtures, input) => whoamiWithSignature(fixtures, { signature: toHex(bytesOf(input)) }),
  },
};

/** Two integers of any length in a sequence, sometimes with a wrong tag or length. */
function sequence(chance: Chance): string {
  const body = element(chance, 0x02, integer(chance)) + element(chance, 0x02, integer(chance));
  return element(chance, 0x30, body) + (chance() < 0.05 ? integer(chance) : '');
}

function element(chance: Chance, tag: number, content: string): string {
  const odd = chance() < 0.1;
  const tagged = String.fromCharCode(odd ? pick(chance, [0x02, 0x03, 0x22, 0x30, 0x31, 0x1f, 0]) : tag);
  return tagged + lengthOf(chance, content.length) + content;
}

function lengthOf(chance: Chance, length: number): string {
  if (chance() > 0.1) return String.fromCharCode(length & 0xff);
  const near = (length + pick(chance, [0, 1, -1, 128])) & 0xff;
  return pick(chance, ['', '\x80', '\x81', '\x82\0', '\x84\0\0\0', '\xff']) + String.fromCharCode(near);
}

function integer(chance: Chance): string {
  const length = chance() < 0.6 ? 32 : below(chance, 36);
  const bytes = Array.from({ length }, () => below(chance, 256));
  if (chance() < 0.5) bytes[0] = pick(chance, [0, 0, 1, 0x7f, 0x80, 0xff]);
  if (chance() < 0.5 && (bytes[0] ?? 0) > 0x7f) bytes.unshift(0);
  return String.fromCharCode(...bytes);
}
