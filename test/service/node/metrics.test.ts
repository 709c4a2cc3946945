import { afterEach, expect, test } from 'vitest';
import { defaultLimits } from '../../../src/service/node/limits.js';
import { countEvents } from '../../../src/service/node/metrics/events.js';
import { createRequestMetrics } from '../../../src/service/node/metrics/requests.js';
import { serviceFamilies } from '../../../src/service/node/metrics/serviceMetrics.js';
import { startMetrics } from '../../../src/service/node/metrics/startMetrics.js';
import { writeMetrics } from '../../../src/service/node/metrics/text.js';
import { startServer } from '../../../src/service/node/startServer.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { openSlowPeer } from './slowPeer.js';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** The service on a port with its metrics on another, as `serve` puts them together. */
async function observed(settings: Parameters<typeof createTestService>[0] = {}) {
  const events = countEvents(() => {});
  const requests = createRequestMetrics();
  const test = await createTestService({ ...settings, log: events.log });
  const { service, authProxyConfigId } = test;
  const limits = { ...defaultLimits, connectionsPerAddress: 2 };
  const { onAnswered } = requests;
  const places = { hosts: ['127.0.0.1'], port: 0 };
  const server = await startServer({ service, ...places, log: events.log, onAnswered, limits });
  ending.push(server.stop);
  const metrics = await startMetrics({ host: '127.0.0.1', port: 0 }, () =>
    serviceFamilies(service.tools, server, [requests, events]),
  );
  ending.push(metrics.stop);
  const ask = (path: string, body: string) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': authProxyConfigId },
      body,
    });
  return { test, url: server.url, metricsUrl: metrics.url, ask, scrape: () => scrape(metrics.url) };
}

/** Every sample by its name and labels, as they stand in the text. */
async function scrape(url: string): Promise<Record<string, number>> {
  const response = await fetch(url);
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  expect(text.endsWith('\n')).toBe(true);
  const samples: Record<string, number> = {};
  let family = '';
  for (const line of text.trimEnd().split('\n')) {
    const [, declared] = /^# (?:HELP|TYPE) ([a-z_]+) \S/.exec(line) ?? [];
    if (declared) {
      family = declared;
      continue;
    }
    const [, name = '', labels = '', value = ''] =
      /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\]|\\["\\n])*",?)+\})? (-?[\d.e+-]+)$/.exec(line) ?? [];
    expect(name.replace(/_(bucket|sum|count)$/, ''), line).toBe(family.replace(/_(bucket|sum|count)$/, ''));
    expect(samples, line).not.toHaveProperty([name + labels]);
    samples[name + labels] = Number(value);
  }
  return samples;
}

test('A-60: requests are counted by path, status and refusal, and their times fall into buckets', async () => {
  const { ask, url, scrape } = await observed();
  await ask('/v1/wallet_kit_config', '{}');
  await ask('/v1/wallet_kit_config', '{}');
  await ask('/v1/otp_init', '{"otpType":"OTP_TYPE_EMAIL","contact":"horse"}');
  await ask('/v1/horse', '{}');
  await fetch(`${url}/v1/otp_init`, { method: 'OPTIONS', headers: { Origin: 'https://acme.example' } });
  const found = await scrape();
  expect(found).toMatchObject({
    'latchkey_requests_total{path="/v1/wallet_kit_config",status="200",refusal=""}': 2,
    'latchkey_requests_total{path="/v1/otp_init",status="400",refusal="CONTACT_INVALID"}': 1,
    'latchkey_requests_total{path="/v1/otp_init",status="204",refusal=""}': 1,
    'latchkey_requests_total{path="unknown",status="404",refusal="ROUTE_NOT_FOUND"}': 1,
    'latchkey_request_seconds_bucket{path="/v1/wallet_kit_config",le="+Inf"}': 2,
    'latchkey_request_seconds_count{path="/v1/wallet_kit_config"}': 2,
    'latchkey_request_seconds_count{path="/v1/otp_init"}': 1,
  });
  expect(JSON.stringify(found)).not.toContain('horse');
});

test('A-60: whatever clients request, there are no more series than paths and refusals', async () => {
  const { ask, scrape } = await observed();
  const before = Object.keys(await scrape()).length;
  for (let index = 0; index < 50; index += 1) {
    await ask(`/v1/path${index}`, `{"name${index}":"value"}`);
    await ask('/v1/otp_init', `{"otpType":"${index}"}`);
  }
  expect(Object.keys(await scrape()).length - before).toBeLessThan(40);
});

test('a histogram’s buckets count up, each with what is at most its bound', () => {
  const metrics = createRequestMetrics();
  const answered = { requestId: '', clientAddress: '', method: 'POST', path: '/v1/signup', status: 200, notes: {} };
  for (const ms of [0, 1, 7, 500, 30_001]) metrics.onAnswered({ ...answered, ms });
  const text = writeMetrics(metrics.families());
  const bucket = (le: string) => Number(new RegExp(`_bucket\\{path="/v1/signup",le="${le}"\\} (\\d+)`).exec(text)?.[1]);
  expect(['0.001', '0.005', '0.01', '0.25', '0.5', '30', '\\+Inf'].map(bucket)).toEqual([2, 2, 3, 3, 4, 4, 5]);
  expect(text).toContain('latchkey_request_seconds_sum{path="/v1/signup"} 30.509\n');
});

test('a label is escaped', () => {
  const samples = [{ labels: { event: 'a"b\\c\nd' }, value: 1 }];
  const text = writeMetrics([{ name: 'x_total', type: 'counter', help: 'X.', samples }]);
  expect(text).toBe('# HELP x_total X.\n# TYPE x_total counter\nx_total{event="a\\"b\\\\c\\nd"} 1\n');
});

test('A-60: connections closed for others, and events of the log, can be alarmed on', async () => {
  const { test, url, scrape } = await observed();
  const port = Number(new URL(url).port);
  for (let index = 0; index < 4; index += 1) {
    const peer = await openSlowPeer(port, '127.0.0.7');
    ending.push(async () => peer.end());
  }
  await test.configure({ allowedOrigins: ['https://acme.example'] });
  await fetch(`${url}/v1/wallet_kit_config`, {
    method: 'POST',
    headers: { 'X-Auth-Proxy-Config-Id': test.authProxyConfigId, Origin: 'https://evil.example' },
  });
  expect(await scrape()).toMatchObject({
    'latchkey_connections_closed_total{too_many="of an address"}': 2,
    'latchkey_connections_closed_total{too_many="in all"}': 0,
    'latchkey_events_total{event="origin refused"}': 1,
    process_resident_memory_bytes: expect.any(Number),
  });
});

test('nothing but GET /metrics is there, and none of the service', async () => {
  const { metricsUrl } = await observed();
  for (const [method, path] of [
    ['POST', '/metrics'],
    ['GET', '/'],
    ['GET', '/health'],
    ['POST', '/v1/otp_init'],
    ['GET', '/metrics/x'],
  ]) {
    expect((await fetch(new URL(path ?? '', metricsUrl), { method: method ?? '' })).status).toBe(404);
  }
});

test('A-60: a database that does not answer is reported, and so are the other figures', async () => {
  const { test, scrape } = await observed();
  expect(await scrape()).toMatchObject({
    latchkey_database_up: 1,
    'latchkey_outbox_messages{channel="email"}': 0,
    'latchkey_outbox_oldest_seconds{channel="sms"}': 0,
    latchkey_transaction_retries_total: 0,
    latchkey_transactions_given_up_total: 0,
    latchkey_connections: expect.any(Number),
    latchkey_body_bytes: 0,
  });
  await test.service.tools.store.close();
  const found = await scrape();
  expect(found).toMatchObject({ latchkey_database_up: 0, process_resident_memory_bytes: expect.any(Number) });
  expect(Object.keys(found).filter((name) => name.startsWith('latchkey_outbox'))).toEqual([]);
});
