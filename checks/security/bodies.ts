import { deepStrictEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { RefusedError } from '../../src/contract/refusals.js';
import { whoami } from '../../src/contract/users.queries.js';
import { type Bytes, utf8 } from '../../src/crypto/bytes.js';
import { createSigningKey, importSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import { readJsonBody } from '../../src/service/http/readBody.js';
import { keyStamper } from '../../src/stampers/keyStamper.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { nearlyJson } from '../../test/support/json/nearlyJson.js';
import { strictly } from '../../test/support/json/strictReader.js';
import { strictText } from '../../test/support/json/strictUtf8.js';
import { post } from '../../test/support/wire.js';
import { type Options, type Part, scaled } from './part.js';

/** Our reader of bodies must accept what a second strict reader accepts, and read the same values as it and as JSON.parse. */
export const bodies: Part = {
  name: 'T-24 bodies',
  async run(options) {
    const { seed } = options;
    const numRuns = scaled(100_000, options);
    let taken = 0;
    fc.assert(
      fc.property(body, (bytes) => {
        const ours = read(bytes);
        deepStrictEqual(ours, second(bytes));
        if (ours === undefined) return;
        taken += 1;
        if (bytes.length > 0) deepStrictEqual(ours, withoutNulls(JSON.parse(new TextDecoder().decode(bytes))));
      }),
      { seed, numRuns },
    );
    ok(taken > numRuns / 20 && taken < numRuns * 0.95, `${taken} of ${numRuns} were taken: too few of one kind`);
    const sent = scaled(1000, options);
    const takenThere = await takenByService(options, sent);
    return [
      `${numRuns} bodies: ${taken} taken, ${numRuns - taken} refused, 0 disagreements between three readers`,
      `${sent} of them stamped and sent: ${takenThere} taken, 0 disagreements`,
    ];
  },
};

/** What our reader reads; `undefined` if it refuses the body. Any other error is a fault. */
function read(bytes: Bytes): unknown {
  try {
    return readJsonBody(bytes);
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'REQUEST_MALFORMED') return undefined;
    throw error;
  }
}

/** What the second reader reads; `undefined` if it is no object. An absent body is an empty object. */
function second(bytes: Bytes): unknown {
  if (bytes.length === 0) return {};
  const text = strictText(bytes);
  const value = text === undefined ? undefined : strictly(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? withoutNulls(value) : undefined;
}

/** Leaves out members that are `null`: they are absent ones. `null` in a list stays. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
  );
}

async function takenByService({ seed }: Options, numRuns: number): Promise<number> {
  const service = await createTestService();
  let taken = 0;
  try {
    const keys = [await importSigningKey(service.rootApiKey), await createSigningKey()] as const;
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(...keys), async (bytes, key) => {
        const code = await codeOfAnswer(service, key, bytes);
        const isTaken = second(bytes) !== undefined;
        taken += isTaken ? 1 : 0;
        deepStrictEqual(isTaken ? code !== 'REQUEST_MALFORMED' : code === 'REQUEST_MALFORMED', true, code);
        ok(code !== 'INTERNAL');
      }),
      { seed, numRuns },
    );
    return taken;
  } finally {
    await service.close();
  }
}

async function codeOfAnswer(service: TestService, key: SigningKey, bytes: Bytes): Promise<string> {
  const { name, value } = await keyStamper(key).stamp(bytes);
  const answer = await (await post(service, whoami.path, bytes, { [name]: value })).json();
  return answer.details?.[0]?.reason ?? 'none';
}

/** Names of members, some of which JSON readers treat in different ways. */
const name = fc.oneof(
  fc.constantFrom(
    'organizationId',
    'type',
    'a',
    '',
    'constructor',
    '__proto__',
    'toString',
    'a\u0000',
    'é',
    '\ud83d\ude00',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const nestedDeeply = fc
  .tuple(fc.integer({ min: 28, max: 35 }), fc.constantFrom(['[', ']'], ['{"a":', '}']))
  .map(([levels, [open = '', close = '']]) => `{"a":${open.repeat(levels)}1${close.repeat(levels)}}`);
const twice = fc
  .tuple(name, fc.json({ maxDepth: 1 }), fc.json({ maxDepth: 1 }))
  .map(([same, one, other]) => `{${JSON.stringify(same)}:${one},"b":2,${JSON.stringify(same)}:${other}}`);
const numbers = fc
  .constantFrom(
    '1e308',
    '1e309',
    '-1e309',
    '1E400',
    '9007199254740993',
    '1e-400',
    '-0',
    '0.1e1',
    '01',
    '1.',
    '.1',
    '+1',
    '0x1',
  )
  .map((number) => `{"a":${number}}`);
const written = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.dictionary(name, fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })).map((o) => JSON.stringify(o)),
  },
  fc.json({ maxDepth: 4, stringUnit: 'binary' }),
  nestedDeeply,
  twice,
  numbers,
);

/** Malformed UTF-8 (overlong, surrogates, beyond U+10FFFF, cut off), byte order marks, and characters with a meaning in JSON. */
const sequences = [
  ...[
    [0xc0, 0xaf],
    [0xc1, 0xa2],
    [0xe0, 0x80, 0xa2],
    [0xf0, 0x80, 0x80, 0xa2],
    [0xed, 0xa0, 0x80],
    [0xed, 0xb0, 0x80],
  ],
  ...[[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff], [0xfe], [0x80]],
  ...[
    [0xc3],
    [0xe2, 0x82],
    [0xf0, 0x9f, 0x98],
    [0xef, 0xbb, 0xbf],
    [0xef, 0xbf, 0xbe],
    [0xc2, 0xa0],
    [0xe2, 0x80, 0xa8],
  ],
  ...[[0xf0, 0x9f, 0x98, 0x80], [0xc3, 0xa9], [0x00], [0x1f], [0x7f], [0xc2, 0x80], [0x22], [0x5c, 0x22], [0x0d, 0x0a]],
];

const body: fc.Arbitrary<Bytes> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: written },
      { weight: 2, arbitrary: nearlyJson(written) },
      { weight: 1, arbitrary: fc.constant('') },
    ),
    fc.option(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...sequences)), { freq: 2 }),
  )
  .map(([text, edit]) => {
    const bytes = utf8(text);
    if (edit === null) return bytes;
    const [place, removed, added] = edit;
    const at = place % (bytes.length + 1);
    return Uint8Array.from([...bytes.slice(0, at), ...added, ...bytes.slice(at + removed)]);
  });
