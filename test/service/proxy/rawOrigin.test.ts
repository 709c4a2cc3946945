import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentsOf } from '../../support/contents.js';
import { everyCall } from '../../support/examples/proxy.js';
import { hostileOrigins, listed } from '../../support/hostileOrigins.js';
import { type OnAPort, serviceOnAPort } from '../../support/onAPort.js';
import { answersIn, type RawAnswer, rawExchange, rawPost } from '../../support/rawExchange.js';
import { honestLines, hostileLines } from './rawOrigins.js';

let service: OnAPort;
const config = {
  allowedOrigins: ['https://other.example.com', listed],
  // Refused origins count as requests of their address.
  requestsPerAddress: { most: 10_000, windowSeconds: 60 },
};
beforeAll(async () => {
  service = await serviceOnAPort({ config });
});
afterAll(() => service.close());

async function ask(call: { path: string; body: string }, lines: readonly string[]): Promise<RawAnswer[]> {
  const configuration = `X-Auth-Proxy-Config-Id: ${service.authProxyConfigId}`;
  return answersIn(await rawExchange(service.port, rawPost(call.path, [configuration, ...lines], call.body)));
}

/** Eight requests at a time. */
async function atEveryCall(lines: readonly string[]): Promise<RawAnswer[][]> {
  return Promise.all(everyCall.map((call) => ask(call, lines)));
}

const headerOf = ({ headers }: RawAnswer, name: string) => headers.find(([each]) => each === name)?.[1];
const reasonOf = ({ body }: RawAnswer): string => JSON.parse(body).details?.[0]?.reason ?? '';

test('T-01, F-03: hostile origins, byte for byte over a socket, are refused at every call without any work', async () => {
  const asUtf8 = (origin: string) => Buffer.from(origin, 'utf8').toString('latin1');
  const hostile = [
    ...new Set([...hostileOrigins, ...hostileOrigins.map(asUtf8)].map((origin) => `Origin: ${origin}`)),
  ].map((line) => [line]);
  const before = await contentsOf(service.service.tools.store);
  const refusals = new Set<string>();
  for (const lines of [...hostile, ...hostileLines]) {
    for (const answers of await atEveryCall(lines)) {
      expect(answers, JSON.stringify(lines)).toHaveLength(1);
      const [answer] = answers as [RawAnswer];
      expect([400, 403], JSON.stringify(lines)).toContain(answer.status);
      expect(answer.headers.filter(([name]) => name.startsWith('access-control-allow'))).toEqual([]);
      refusals.add(`${answer.status} ${reasonOf(answer)} ${answer.body}`);
    }
  }
  expect(hostile.length + hostileLines.length).toBeGreaterThanOrEqual(350);
  expect([...refusals].map((text) => text.slice(0, text.indexOf(' {'))).sort()).toEqual([
    '400 REQUEST_MALFORMED',
    '403 ORIGIN_NOT_ALLOWED',
  ]);
  expect(await service.service.deliver()).toBe(0);
  expect(service.inbox.list()).toEqual([]);
  expect(await contentsOf(service.service.tools.store)).toEqual(before);
});

test('T-01, F-03: an origin in a trailer, after the body, is none', async () => {
  for (const { path, body } of everyCall) {
    const bytes = [
      `POST ${path} HTTP/1.1`,
      ...['Host: localhost', 'Connection: close', 'Content-Type: application/json', 'Transfer-Encoding: chunked'],
      ...[`X-Auth-Proxy-Config-Id: ${service.authProxyConfigId}`, 'Trailer: Origin', ''],
      ...[body.length.toString(16), body, '0', `Origin: ${listed}`, '', ''],
    ];
    const [answer] = answersIn(await rawExchange(service.port, bytes.join('\r\n')));
    expect(answer && reasonOf(answer)).toBe('ORIGIN_NOT_ALLOWED');
  }
});

test('T-01, F-03: the listed ones pass at every call, however HTTP lets them be written', async () => {
  for (const line of [...honestLines, 'Origin: https://other.example.com']) {
    for (const answers of await atEveryCall([line])) {
      const [answer] = answers as [RawAnswer];
      expect(headerOf(answer, 'access-control-allow-origin')).toBe(/https:\/\/[a-z.]+/.exec(line)?.[0]);
      expect(['ORIGIN_NOT_ALLOWED', 'REQUEST_MALFORMED']).not.toContain(reasonOf(answer));
    }
  }
});
