import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultLimits } from '../../../src/service/node/limits.js';
import { requests } from '../../support/examples/proxy.js';
import { type OnAPort, serviceOnAPort } from '../../support/onAPort.js';
import { answersIn, rawExchange } from '../../support/rawExchange.js';

// T-56: what one reader takes for the body of a request, another takes for the next request. Here the hidden request asks for a
// code: where one is made, it was smuggled in.

let service: OnAPort;
beforeAll(async () => {
  const limits = { ...defaultLimits, keepAliveMs: 50, headersMs: 10_000, requestMs: 10_000 };
  service = await serviceOnAPort({}, { limits });
});
afterAll(() => service.close());
beforeEach(() => service.clock.advanceMs(60 * 60_000)); // past every limit of codes

const sent = JSON.stringify(requests.proxyOtpInit);
const hidden = () =>
  [
    'POST /v1/otp_init HTTP/1.1',
    ...['Host: localhost', `X-Auth-Proxy-Config-Id: ${service.authProxyConfigId}`],
    ...['Content-Type: application/json', `Content-Length: ${sent.length}`, '', sent],
  ].join('\r\n');

/** A harmless call with these lines and what follows them. */
const carrier = (lines: string, rest: string) =>
  [
    'POST /v1/wallet_kit_config HTTP/1.1',
    ...['Host: localhost', `X-Auth-Proxy-Config-Id: ${service.authProxyConfigId}`],
    ...['Content-Type: application/json', lines, '', rest],
  ].join('\r\n');

async function outcomeOf(bytes: string): Promise<{ answers: number[]; codes: number }> {
  const { db } = service.service.tools.store;
  const ids = async () => (await db.selectFrom('otp_codes').select('otp_id').execute()).map(({ otp_id }) => otp_id);
  const before = new Set(await ids());
  const answers = answersIn(await rawExchange(service.port, bytes)).map(({ status }) => status);
  return { answers, codes: (await ids()).filter((id) => !before.has(id)).length };
}

const refused = { answers: [400], codes: 0 };

test('T-56: a request that follows honestly on another is answered: so a smuggled one would be', async () => {
  expect(await outcomeOf(carrier('Content-Length: 0', hidden()))).toEqual({ answers: [200, 200], codes: 1 });
  expect(await outcomeOf(carrier('Transfer-Encoding: chunked', `0\r\n\r\n${hidden()}`))).toEqual({
    answers: [200, 200],
    codes: 1,
  });
});

const codings = [
  ...['chunked', 'Chunked', 'xchunked', 'chunked, identity', 'identity, chunked', 'chunked, chunked', 'gzip, chunked'],
  ...['identity', 'gzip', '"chunked"', 'chunked;q=1', 'chunked,', ',chunked', 'cow', '', 'chunk\xe9d', 'chunked x'],
  ...['chunked\x0b', '\x0bchunked', 'chunked\0', '\xa0chunked', 'chunked\rX: y', 'chunked\nX: y', '\r\n chunked'],
];
test.each(codings)('T-56: a length and the transfer coding %j are refused, in either order', async (coding) => {
  const lines = () => [`Transfer-Encoding: ${coding}`, `Content-Length: ${hidden().length + 5}`];
  expect(await outcomeOf(carrier(lines().join('\r\n'), `0\r\n\r\n${hidden()}`))).toEqual(refused);
  expect(await outcomeOf(carrier(lines().reverse().join('\r\n'), `0\r\n\r\n${hidden()}`))).toEqual(refused);
});

test.each(codings.slice(2))('T-56: the transfer coding %j alone is refused, with what follows it', async (coding) => {
  expect(await outcomeOf(carrier(`Transfer-Encoding: ${coding}`, `0\r\n\r\n${hidden()}`))).toEqual(refused);
});

test.each([
  ...['Transfer-Encoding : chunked', 'Transfer-Encoding\t: chunked', ' Transfer-Encoding: chunked'],
  ...['X: y\nTransfer-Encoding: chunked', 'X: y\rTransfer-Encoding: chunked', 'Transfer-Encoding\0: chunked'],
  ...['X\r\nTransfer-Encoding: chunked', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'],
  ...['Transfer-Encoding: identity\r\nTransfer-Encoding: chunked', 'Transfer\xadEncoding: chunked'],
])('T-56: %j beside a length is refused', async (line) => {
  expect(await outcomeOf(carrier(`${line}\r\nContent-Length: 5`, `0\r\n\r\n${hidden()}`))).toEqual(refused);
});

test.each([
  ...['0\r\nContent-Length: 9', '9\r\nContent-Length: 0', '0\r\nContent-Length: 0', '0, 9', '0,0', '+0', '-0', '-1'],
  ...['0x0', '0 9', '0\x0b', '\x0b0', '', '1e1', '0_0', '18446744073709551616', '0;', '0.0', '\xb2', '"0"', '\r\n 0'],
])('T-56: the length %j is refused', async (length) => {
  expect(await outcomeOf(carrier(`Content-Length: ${length}`, hidden()))).toEqual(refused);
});

test.each([
  ...[
    '0;\nx\r\n\r\n',
    '0\n\n',
    '0\r\r\n',
    '0 \r\n\r\n',
    ' 0\r\n\r\n',
    '0x0\r\n\r\n',
    '-0\r\n\r\n',
    '+0\r\n\r\n',
    '\r\n\r\n',
  ],
  ...['2\r\n{}0\r\n\r\n', '2\r\n{}\n0\r\n\r\n', '1\r\n{}\r\n0\r\n\r\n', '3\r\n{}\r\n0\r\n\r\n', '2\n{}\r\n0\r\n\r\n'],
  ...['10000000000000002\r\n{}\r\n0\r\n\r\n', '2;a="\r\n0\r\n\r\n', 'g\r\n\r\n', '0\0\r\n\r\n', '0\xb2\r\n\r\n'],
  ...['2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n', '2\r\n{}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n'],
])('T-56: the chunks %j are refused, with what follows them', async (chunks) => {
  expect(await outcomeOf(carrier('Transfer-Encoding: chunked', chunks + hidden()))).toEqual(refused);
});

test.each([
  ['a path that is none', (text: string) => text.replace('wallet_kit_config', 'nothing'), 404],
  ['a GET', (text: string) => text.replace('POST', 'GET'), 405],
  ['a preflight', (text: string) => text.replace('POST', 'OPTIONS'), 204],
  ['another type of body', (text: string) => text.replace('application/json', 'text/plain'), 415],
  ['a packed body', (text: string) => text.replace('Content-Type', 'Content-Encoding: gzip\r\nContent-Type'), 415],
  ['a refused origin', (text: string) => text.replace('Content-Type', 'Origin: x y\r\nContent-Type'), 403],
  [
    'an upgrade',
    (text: string) => text.replace('Content-Type', 'Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Type'),
    400,
  ],
  ['an expectation', (text: string) => text.replace('Content-Type', 'Expect: 200-ok\r\nContent-Type'), 417],
] as const)('T-56: the body of %s stays its body, though it is not read', async (_, bend, status) => {
  const bytes = bend(carrier(`Content-Length: ${hidden().length}`, hidden()));
  expect(await outcomeOf(bytes)).toEqual({ answers: [status], codes: 0 });
});
