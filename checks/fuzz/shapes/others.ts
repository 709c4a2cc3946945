import { type Bytes, fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { faultOfUse } from '../../../src/service/templates/faultOfUse.js';
import { readTemplate } from '../../../src/service/templates/readTemplate.js';
import { ethereumCallsOf } from '../../../src/service/vault/interfaces/ethereumCalls.js';
import { functionOf } from '../../../test/support/interfaces/abiCalls.js';
import { endlessCalls, endlessData } from '../../../test/support/interfaces/endlessCalls.js';
import type { HostileBody } from './bodies.js';

/** Expensive inputs of functions that do not read bodies: the largest templates, and call data that claims to hold long lists. */
export async function everyOther(): Promise<HostileBody[]> {
  return [...templates(), manyPlaces, ...(await callData())];
}

const frame = { kind: 'EMAIL_TEMPLATE_KIND_CODE', variables: ['a'] } as const;
const templateOf = (html: string) => readTemplate({ subject: 'x', text: '{{code}}', html }, frame);

/** Pieces of HTML over which the template reader may go back and forth. */
const pieces = [
  ...['<', '<p>', '<p a', '<p title="', '<p \n', '<b></b>', '<!--', '<style>/**/', '/*', 'url(', ' '],
  ...['{{', '{{a', '}} '],
];

function* templates(): Generator<HostileBody> {
  const most = 65_536;
  const call = { name: 'readTemplate', read: (body: Bytes) => templateOf(fromUtf8(body)) };
  for (const piece of pieces) {
    const long = piece.repeat(most / piece.length);
    for (const html of [long, `<style>${long}</style>`])
      yield { call, what: `${html.slice(0, 20)}…`, body: () => utf8(html) };
  }
}

const manyPlaces: HostileBody = {
  call: {
    name: 'faultOfUse',
    read(body) {
      const result = templateOf(fromUtf8(body));
      if ('faults' in result) throw new Error(JSON.stringify(result.faults));
      return faultOfUse(result.read, frame, { variables: { a: "'".repeat(4080) }, link: 'given' });
    },
  },
  what: 'thousands of places',
  body: () => utf8(`{{code}}${'{{a}}'.repeat(13_100)}`),
};

async function callData(): Promise<HostileBody[]> {
  const of = endlessCalls.map(async ([what, input]) => {
    const call = { name: 'ethereumCallsOf', read: await ethereumCallsOf(functionOf(input)) };
    return endlessData(input).map((data) => ({ call, what, body: () => fromHex(data) }));
  });
  return (await Promise.all(of)).flat();
}
