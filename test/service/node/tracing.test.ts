import { BlockList } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { me } from '../../../src/client/flows/me.js';
import { signMessage } from '../../../src/client/flows/signing.js';
import { submit } from '../../../src/client/submit.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { createWebhookEndpoint } from '../../../src/contract/webhooks.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createService } from '../../../src/service/createService.js';
import { createInbox } from '../../../src/service/delivery/inbox.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { answering } from '../../../src/service/node/answer.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { openTelemetrySpans } from '../../../src/service/node/openTelemetry.js';
import { startServer } from '../../../src/service/node/startServer.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import type { Store } from '../../../src/service/store/store.js';
import { StoreError } from '../../../src/service/store/storeError.js';
import { tracedStore } from '../../../src/service/store/tracedStore.js';
import { createTestClock } from '../../../src/testing/clock.js';
import { eventually } from '../../support/eventually.js';
import { logIn } from '../../support/live/person.js';
import { type ReceivedSpan, registerSdk, startTraceServer } from '../../support/otlp.js';
import { done } from '../../support/parties.js';
import { startReceiver } from '../../support/receiver.js';
import { sharedDatabases } from '../../support/stores.js';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** A process with an SDK, and the server that gets its spans. */
async function observed() {
  const traces = await startTraceServer();
  const sdk = registerSdk(traces.url);
  ending.push(traces.close, sdk.end);
  const startSpan = await openTelemetrySpans('1.2.3');
  if (!startSpan) throw new Error('The SDK was not seen.');
  const spans = async () => {
    await sdk.sent();
    return traces.spans();
  };
  return { startSpan, spans, text: traces.text };
}

/** A service on a port that is traced, with a webhook endpoint, behind a trusted proxy. */
async function traced(store: Store) {
  const { startSpan, ...observing } = await observed();
  const clock = createTestClock();
  const inbox = createInbox(clock);
  const codes: string[] = [];
  const proxyKey = random(32);
  proxyKey[0] = 0;
  const service = await createService({
    store,
    secrets: { masterKeys: [{ id: '1', key: random(32) }], codePepper: random(32), proxyKey },
    send: async (message) => {
      codes.push(message.code ?? '');
      await inbox.send(message);
    },
    clock,
    outbound: guardedOutbound('public and loopback'),
    startSpan,
  });
  const key = await createSigningKey();
  const parent = await makeParent(service.tools, { name: 'Acme', rootPublicKey: key.publicKey });
  const trustedProxies = new BlockList();
  trustedProxies.addAddress('127.0.0.1');
  const places = { hosts: ['127.0.0.1'], port: 0, log: () => {} };
  const server = await startServer({ service, ...places, trustedProxies, startSpan });
  ending.push(server.stop);
  const events = await startReceiver();
  ending.push(events.close);
  const { authProxyConfigId, organizationId } = parent;
  const wired = { service, clock, inbox, authProxyConfigId };
  await done(wired, { key, organizationId }, createWebhookEndpoint, { url: events.url, name: 'Ledger' });
  const settings = { authProxyUrl: server.url, authProxyConfigId, clock };
  return { ...observing, settings, inbox, events, codes, url: server.url };
}

type Traced = Awaited<ReturnType<typeof traced>>;

const ask = ({ url, settings }: Traced, path: string, init: RequestInit, traceparent?: string) =>
  fetch(`${url}${path}`, {
    ...init,
    headers: {
      'Content-Type': 'application/json',
      'X-Auth-Proxy-Config-Id': settings.authProxyConfigId,
      'X-Forwarded-For': '198.51.100.77',
      ...(traceparent && { traceparent }),
    },
  });

const contact = 'canary-ada@example.com';

/** Logs in by a code, and signs by a new wallet's key. @returns what nobody may learn from a trace */
async function personSigns({ settings, inbox }: Traced): Promise<string[]> {
  const client = await logIn(settings, contact, async (of) => inbox.lastCode(of));
  const { organizationId, userId, userName } = await me(client);
  const accounts = [{ ...ethereumAccount, path: "m/44'/60'/0'/0/7" }];
  const { result } = await submit(client, createWallet, { walletName: 'canary-wallet', accounts });
  const [address = ''] = result.addresses;
  await signMessage(client, { message: 'canary-message', address });
  return [organizationId, userId, userName, address, result.walletId];
}

const ethereumAccount = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

const child = (spans: readonly ReceivedSpan[], of: ReceivedSpan, name: string) =>
  spans.filter((span) => span.parentSpanId === of.spanId && span.name === name);

const requests = { internal: 1, server: 2, client: 3 };

describe.each(sharedDatabases)('of a service on $name', ({ fresh }) => {
  test('a request, its transaction, the decision inside and the message that it caused are one trace', async () => {
    const service = await traced(await (await fresh())());
    await personSigns(service);
    await eventually(async () => {
      const all = await service.spans();
      const [signing, ...more] = all.filter(({ name }) => name === 'POST /public/v1/submit/sign_raw_payload');
      if (!signing) throw new Error('The signature is no span.');
      expect(more).toEqual([]);
      expect(signing).toMatchObject({ kind: requests.server, status: { code: 0 } });
      expect(signing.parentSpanId).toBeUndefined();
      expect(signing.attributes).toEqual({
        'http.request.method': 'POST',
        'http.route': '/public/v1/submit/sign_raw_payload',
        'http.response.status_code': 200,
      });
      const [transaction] = child(all, signing, 'transaction');
      expect(transaction?.kind).toBe(requests.internal);
      expect(transaction?.attributes).toEqual({
        'db.system.name': expect.stringMatching(/^(sqlite|postgresql)$/),
        'latchkey.transaction.outcome': 'committed',
        'latchkey.transaction.retries': 0,
      });
      const [decision] = transaction ? child(all, transaction, 'decision') : [];
      expect(decision?.kind).toBe(requests.internal);
      expect(decision?.attributes).toEqual({
        'latchkey.activity.type': 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
        'latchkey.decision.outcome': 'allow',
        'latchkey.decision.policies': 0,
      });
      const [webhook] = child(all, signing, 'deliver webhook');
      expect(webhook?.kind).toBe(requests.client);
      expect(webhook?.attributes).toEqual({
        'latchkey.message.channel': 'webhook',
        'latchkey.message.tries': 1,
        'latchkey.message.outcome': 'sent',
      });
      const heard = service.events.received.map(({ headers }) => headers.traceparent);
      expect(heard).toContain(`00-${webhook?.traceId}-${webhook?.spanId}-01`);
      const [asked] = all.filter(({ name }) => name === 'POST /v1/otp_init_v2');
      const [mail] = asked ? child(all, asked, 'deliver email') : [];
      expect(mail?.attributes).toMatchObject({
        'latchkey.message.channel': 'email',
        'latchkey.message.outcome': 'sent',
      });
      for (const span of all.filter(({ parentSpanId }) => parentSpanId !== undefined))
        expect(all.some(({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId)).toBe(true);
    });
  });
});

test('A-60: a trace tells no contact, name, id, address or code of anybody', async () => {
  const service = await traced(await openLibsql(':memory:'));
  const canaries = await personSigns(service);
  const guess = { otpId: '0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e', otpCode: '123456' };
  await ask(service, '/v1/otp_verify', { method: 'POST', body: JSON.stringify(guess) });
  await ask(service, '/v1/canary-path?contact=canary-query', { method: 'POST', body: '{}' });
  await service.spans();
  expect(service.codes.length).toBeGreaterThan(0);
  const told = service.text();
  expect(told).toContain('POST /v1/otp_verify');
  const never = [
    ...canaries,
    ...service.codes,
    guess.otpId,
    guess.otpCode,
    'canary',
    'example.com',
    '198.51.100',
    '127.0.0.1',
  ];
  for (const text of never) {
    expect(text.length).toBeGreaterThan(3);
    expect(told).not.toContain(text);
  }
  const names = new Set((await service.spans()).flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...names].sort()).toEqual([
    'db.system.name',
    'error.type',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'latchkey.activity.type',
    'latchkey.decision.outcome',
    'latchkey.decision.policies',
    'latchkey.message.channel',
    'latchkey.message.outcome',
    'latchkey.message.tries',
    'latchkey.refusal',
    'latchkey.transaction.outcome',
    'latchkey.transaction.retries',
  ]);
});

test('a trusted proxy’s trace goes on in ours; without one, each request begins its own', async () => {
  const service = await traced(await openLibsql(':memory:'));
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await ask(service, '/health', { method: 'GET' }, `00-${traceId}-00f067aa0ba902b7-01`);
  await ask(service, '/health', { method: 'GET' });
  const [first, second] = (await service.spans()).filter(({ name }) => name === 'GET /health');
  expect(first).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' });
  expect(second?.parentSpanId).toBeUndefined();
  expect(second?.traceId).not.toBe(traceId);
});

test('what is not sampled where it begins is sent from nowhere', async () => {
  const service = await traced(await openLibsql(':memory:'));
  await ask(service, '/health', { method: 'GET' }, '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00');
  expect((await service.spans()).filter(({ name }) => name === 'GET /health')).toEqual([]);
});

test('a refusal is an answer, and what the endpoint does not take has failed', async () => {
  const service = await traced(await openLibsql(':memory:'));
  service.events.answer = { status: 500 };
  await personSigns(service);
  await ask(service, '/v1/otp_init', { method: 'POST', body: '{"otpType":"OTP_TYPE_EMAIL","contact":"horse"}' });
  await ask(service, '/v1/nothing-here', { method: 'POST', body: '{}' });
  await eventually(async () => {
    const all = await service.spans();
    const refusals = all.filter(({ attributes }) => attributes['latchkey.refusal'] !== undefined);
    expect(refusals.map(({ name, status, attributes }) => [name, status, attributes['latchkey.refusal']])).toEqual([
      ['POST /v1/otp_init', { code: 0 }, 'CONTACT_INVALID'],
      ['POST', { code: 0 }, 'ROUTE_NOT_FOUND'],
    ]);
    const failed = all.find(({ name, status }) => name === 'deliver webhook' && status.code === 2);
    expect(failed?.attributes).toMatchObject({ 'latchkey.message.outcome': 'failed', 'error.type': 'WEBHOOK_REFUSED' });
  });
});

test('a fault fails the span of its request, which tells its code alone', async () => {
  const { startSpan, spans, text } = await observed();
  const settings = { log: () => {}, onAnswered: () => {}, answerMs: 60_000, startSpan };
  const answer = answering(() => Promise.reject(new Error('canary')), settings);
  await answer(new Request('http://localhost/v1/otp_init', { method: 'POST' }), {}, 'an id');
  const attributes = { 'http.response.status_code': 500, 'latchkey.refusal': 'INTERNAL', 'error.type': 'INTERNAL' };
  expect(await spans()).toMatchObject([{ name: 'POST /v1/otp_init', status: { code: 2 }, attributes }]);
  expect(text()).not.toContain('canary');
});

test('a transaction tells how often it was tried again, and whether the store failed', async () => {
  const { startSpan, spans } = await observed();
  const parent = `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`;
  const opened = await openLibsql(':memory:');
  ending.push(opened.close);
  const store = tracedStore(opened, startSpan, parent);
  const busy = () => new StoreError('STORE_BUSY', 'Others are in the way.');
  let tries = 0;
  await store.transaction(async () => {
    tries += 1;
    if (tries < 3) throw busy();
  });
  const fault = new StoreError('STORE_FULL', 'canary');
  await expect(store.transaction(() => Promise.reject(fault))).rejects.toBe(fault);
  const refusal = new RangeError('canary');
  await expect(store.transaction(() => Promise.reject(refusal))).rejects.toBe(refusal);
  const told = (await spans()).map(({ status, attributes, parentSpanId }) => ({ status, attributes, parentSpanId }));
  const known = { parentSpanId: '00f067aa0ba902b7' };
  const attributes = { 'db.system.name': 'sqlite', 'latchkey.transaction.retries': 0 };
  const undone = { ...attributes, 'latchkey.transaction.outcome': 'rolled back' };
  expect(told).toEqual([
    {
      ...known,
      status: { code: 0 },
      attributes: { ...attributes, 'latchkey.transaction.retries': 2, 'latchkey.transaction.outcome': 'committed' },
    },
    { ...known, status: { code: 2 }, attributes: { ...undone, 'error.type': 'STORE_FULL' } },
    { ...known, status: { code: 0 }, attributes: { ...undone, 'error.type': 'RangeError' } },
  ]);
});

test('without an SDK in the process there are no spans', async () => {
  expect(await openTelemetrySpans('1.2.3')).toBeUndefined();
});
