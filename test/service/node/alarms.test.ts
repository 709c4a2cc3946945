import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { messageOwners } from '../../../src/service/coordinator/messageOwners.js';
import { createDelivery } from '../../../src/service/delivery/delivery.js';
import { defaultLimits } from '../../../src/service/node/limits.js';
import { countEvents } from '../../../src/service/node/metrics/events.js';
import { createRequestMetrics } from '../../../src/service/node/metrics/requests.js';
import { serviceFamilies } from '../../../src/service/node/metrics/serviceMetrics.js';
import { startMetrics } from '../../../src/service/node/metrics/startMetrics.js';
import { startServer } from '../../../src/service/node/startServer.js';
import { openPostgres } from '../../../src/service/store/openPostgres.js';
import { StoreError } from '../../../src/service/store/storeError.js';
import { createTestService, type TestServiceSettings } from '../../../src/testing/createTestService.js';
import { freshDatabase } from '../../support/postgres.js';
import { openSlowPeer } from './slowPeer.js';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** The service with its metrics, as `serve` puts them together. @param waitMs - before each answer. */
async function observed(settings: TestServiceSettings = {}, waitMs = 0) {
  const events = countEvents(() => {});
  const requests = createRequestMetrics();
  const opened = await createTestService({ ...settings, log: events.log });
  const { service: own, authProxyConfigId } = opened;
  const service: typeof own = {
    ...own,
    deliver: async () => 0, // a case has its messages sent itself
    fetch: async (request, connection) => {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      return own.fetch(request, connection);
    },
  };
  const limits = { ...defaultLimits, connectionsPerAddress: 2 };
  const places = { hosts: ['127.0.0.1'], port: 0 };
  const { onAnswered } = requests;
  const server = await startServer({ service, ...places, log: events.log, onAnswered, limits });
  ending.push(server.stop);
  const metrics = await startMetrics({ host: '127.0.0.1', port: 0 }, () =>
    serviceFamilies(own.tools, server, [requests, events]),
  );
  ending.push(metrics.stop);
  const headers = { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': authProxyConfigId };
  const call = async (name: string, body: object, more: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
    return (await fetch(`${server.url}/v1/${name}`, init)).json() as Promise<Record<string, string>>;
  };
  /** The sum of the samples of that name whose labels match. */
  const sum = async (name: string, labels = /./) => {
    const text = await (await fetch(metrics.url)).text();
    const samples = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    expect(text, name).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `);
    return samples.filter((line) => labels.test(line)).reduce((all, line) => all + Number(line.split(' ').at(-1)), 0);
  };
  return { opened, call, sum, port: Number(new URL(server.url).port) };
}

const ask = (contact = 'ada@example.com') => ({ otpType: 'OTP_TYPE_EMAIL', contact });
const asked = 'latchkey_requests_total';
const events = 'latchkey_events_total';

/** How each alarm is made to happen, by its name in the list. */
const happenings: Readonly<Record<string, () => Promise<void>>> = {
  async errors() {
    const { opened, call, sum } = await observed();
    expect(await sum('latchkey_database_up')).toBe(1);
    await opened.service.tools.store.close();
    await call('otp_init', ask());
    expect(await sum(asked, /status="5..",/)).toBe(1);
    expect(await sum('latchkey_database_up')).toBe(0);
  },
  async 'slow answers'() {
    const { call, sum } = await observed({}, 600);
    await call('wallet_kit_config', {});
    expect(await sum('latchkey_request_seconds_bucket', /le="0.5"/)).toBe(0);
    expect(await sum('latchkey_request_seconds_bucket', /le="\+Inf"/)).toBe(1);
  },
  async 'codes are not sent'() {
    const { opened, call, sum } = await observed();
    await call('otp_init', ask());
    const fail = () => Promise.reject(new Error('no answer'));
    await createDelivery(opened.service.tools, { send: fail, sendEvent: fail, owners: messageOwners })();
    opened.clock.advanceMs(61_000);
    expect(await sum('latchkey_outbox_oldest_seconds', /email/)).toBeGreaterThan(60);
    expect(await sum(events, /"delivery failed"/)).toBe(1);
  },
  async 'codes are guessed at'() {
    const { call, sum } = await observed();
    const { otpId } = await call('otp_init', ask());
    for (const otpCode of ['a', 'b', 'c', 'd']) await call('otp_verify', { otpId, otpCode });
    expect(await sum(asked, /refusal="(OTP_WRONG|TOO_MANY_ATTEMPTS)"/)).toBe(4);
  },
  async "somebody uses up a contact's codes"() {
    const codesPerContact = { most: 1, windowSeconds: 3600 };
    const { opened, call, sum } = await observed();
    await opened.configure({ codesPerContact });
    for (let count = 0; count < 2; count += 1) await call('otp_init', ask());
    expect(await sum(events, /"contact has had its codes"/)).toBeGreaterThan(0);
  },
  async 'bulk requests for codes'() {
    const { opened, call, sum } = await observed();
    for (let count = 0; count < 5; count += 1) await call('otp_init', ask());
    expect(await sum(asked, /refusal="TOO_MANY_CODES"/)).toBeGreaterThan(0);
    await opened.configure({ emailsPerHour: 5 });
    for (const name of 'bcdefgh') await call('otp_init', ask(`${name}@example.com`));
    expect(await sum(asked, /refusal="LOGIN_BUSY"/)).toBeGreaterThan(0);
    expect(await sum(events, /"cap (near|full)"/)).toBeGreaterThan(0);
  },
  async flooding() {
    const { opened, call, sum, port } = await observed();
    for (let count = 0; count < 4; count += 1) {
      const peer = await openSlowPeer(port, '127.0.0.7');
      ending.push(async () => peer.end());
    }
    expect(await sum('latchkey_connections_closed_total')).toBe(2);
    await opened.configure({ refusalsPerAddress: { most: 1, windowSeconds: 60 } });
    for (let count = 0; count < 3; count += 1) await call('otp_init', ask('nobody'));
    expect(await sum(asked, /refusal="TOO_MANY_REFUSALS"/)).toBeGreaterThan(0);
  },
  async 'requests from other origins'() {
    const { opened, call, sum } = await observed();
    await opened.configure({ allowedOrigins: ['https://acme.example'] });
    await call('wallet_kit_config', {}, { Origin: 'https://evil.example' });
    expect(await sum(events, /"origin refused"/)).toBe(1);
  },
  async 'the pool is too small'() {
    if (!inject('postgresUrl')) return; // SQLite has no pool
    const store = await openPostgres(await freshDatabase(), { poolSize: 2 });
    const { sum } = await observed({ store });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const works = Array.from({ length: 4 }, () =>
      store.transaction(() => {
        begun += 1;
        return held;
      }),
    );
    await expect.poll(() => [begun, store.state().pool?.waiting]).toEqual([2, 2]);
    const scraped = sum('latchkey_database_connections', /waiting/);
    await expect.poll(() => store.state().pool?.waiting).toBe(3); // the scrape's own query, too
    release();
    await Promise.all(works);
    expect(await scraped).toBe(2);
    expect(await sum('latchkey_database_connections_max')).toBe(2);
  },
  async 'transactions collide'() {
    const { opened, sum } = await observed();
    const { store } = opened.service.tools;
    const collides = () => Promise.reject(new StoreError('STORE_BUSY', 'Others are in the way.'));
    await expect(store.transaction(collides)).rejects.toMatchObject({ code: 'STORE_BUSY' });
    expect(await sum('latchkey_transactions_given_up_total')).toBe(1);
    expect(await sum('latchkey_transaction_retries_total')).toBeGreaterThan(10);
  },
};

const page = readFileSync(join(import.meta.dirname, '../../../docs/hosting.md'), 'utf8');
const list = page.slice(page.indexOf('<!-- alarms -->'), page.indexOf('<!-- end of alarms -->'));
const alarms = [...list.matchAll(/^\| (?!alarm \||---)(.+?) \| .*`.*/gm)].map(([, name = '']) => name);

test('every alarm of the list is made to happen here', () => {
  expect(alarms).toEqual(Object.keys(happenings));
});

test.each(Object.entries(happenings))(
  'A-60: the metrics tell of this: %s',
  async (_, happen) => {
    await happen();
  },
  30_000,
);
