import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requests } from '../../support/examples/proxy.js';
import { type OnAPort, serviceOnAPort } from '../../support/onAPort.js';
import { answersIn, rawExchange, rawPost } from '../../support/rawExchange.js';

// A client may write anything into the first line of a request; a URL class never sees most of it.

let service: OnAPort;
beforeAll(async () => {
  service = await serviceOnAPort();
});
afterAll(() => service.close());
beforeEach(() => service.clock.advanceMs(60 * 60_000)); // past every limit of codes

const body = JSON.stringify(requests.proxyOtpInit);
const request = (target: string) =>
  rawPost(target, [`X-Auth-Proxy-Config-Id: ${service.authProxyConfigId}`, 'Origin: https://app.example.com'], body);

const statusOf = async (bytes: string) => answersIn(await rawExchange(service.port, bytes))[0]?.status;
const codes = () => service.service.tools.store.db.selectFrom('otp_codes').select('otp_id').execute();

test('T-06: a target that names no call gets no handler', async () => {
  const before = await codes();
  for (const [target, status] of [
    ...[
      '//v1/otp_init',
      '///v1/otp_init',
      '/v1//otp_init',
      '/v1/otp_init/',
      '//evil.io/v1/otp_init',
      '/v1/otp_init/.',
    ].map((none) => [none, 404] as const),
    ...['http://localhost//v1/otp_init', '/v1/o%74p_init', '/v1%2fotp_init', '/v1/otp_init;a=b', '/V1/otp_init'].map(
      (none) => [none, 404] as const,
    ),
    ...[
      '/v1/otp_init%00',
      '/v1/otp_init%0d%0aHost:evil.io',
      '/v1/..%2fv1/otp_init',
      '/dev/inbox',
      '/v1/otp_init/..',
    ].map((none) => [none, 404] as const),
    ...[
      '\\v1\\otp_init',
      '/\\v1/otp_init',
      'v1/otp_init',
      '?/v1/otp_init',
      '*',
      '.',
      '',
      'javascript:/v1/otp_init',
    ].map((none) => [none, 400] as const),
    ...[
      '/v1/otp_init\t',
      '/v1/otp_init\0',
      '/v1/otp_init\xe9',
      '/v1/ot\tp_init',
      '/v1/otp_init\x7f',
      '/v1/otp init',
    ].map((none) => [none, 400] as const),
    ...[
      'ftp://x/v1/otp_init',
      'https://evil.io:99999/v1/otp_init',
      'http://u:p@localhost/v1/otp_init',
      'localhost:80',
    ].map((none) => [none, 400] as const),
  ] as const) {
    expect(await statusOf(request(target)), target).toBe(status);
  }
  expect(await codes()).toEqual(before);
});

test('T-06: however a target names a call, it meets the same handler and the same limits', async () => {
  const same = [
    ...['/v1/otp_init', '/v1/./otp_init', '/v1/x/../otp_init', 'http://evil.io/v1/otp_init', '/v1/%2e/otp_init'],
    ...[
      '/public/../v1/otp_init',
      '/v1/otp_init?x',
      '/v1/otp_init#x',
      'https://localhost/v1/otp_init',
      '/dev/../v1/otp_init',
    ],
  ];
  for (const rotated of [same, same.toReversed(), [...same.slice(5), ...same.slice(0, 5)]]) {
    const statuses = [];
    for (const target of rotated) statuses.push(await statusOf(request(target)));
    expect(statuses, rotated[0]).toEqual([200, 200, 200, ...Array(same.length - 3).fill(429)]);
    service.clock.advanceMs(60 * 60_000);
  }
});

test('T-06: no method but POST, as it is written, reaches a handler', async () => {
  const before = await codes();
  const sent = request('/v1/otp_init');
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY', 'LINK']) {
    expect(await statusOf(sent.replace('POST', method)), method).toBe(405);
  }
  for (const method of ['post', 'Post', 'POST POST', ' POST', 'POST\t', 'TRACK', 'X', 'P\0ST', 'POSTGET', '"POST"']) {
    expect(await statusOf(sent.replace('POST', method)), method).toBe(400);
  }
  expect(await rawExchange(service.port, sent.replace('POST', 'CONNECT'))).toBe('');
  expect(await codes()).toEqual(before);
});

test('T-06: another version of HTTP meets the same limits, or is none', async () => {
  const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/1.1', 'HTTP/1.0'];
  const statuses = [];
  for (const version of versions) statuses.push(await statusOf(request('/v1/otp_init').replace('HTTP/1.1', version)));
  expect(statuses).toEqual([200, 200, 200, 429]);
  for (const version of ['HTTP/1.2', 'HTTP/1.1x', 'http/1.1', 'HTTP/11', 'HTTP/', '']) {
    expect(await statusOf(request('/v1/otp_init').replace('HTTP/1.1', version)), version).toBe(400);
  }
});
