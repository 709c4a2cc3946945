import { BlockList } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createWebhookEndpoint } from '../../../src/contract/webhooks.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { messageOwners } from '../../../src/service/coordinator/messageOwners.js';
import { sendEventTo } from '../../../src/service/coordinator/operations/webhooks/sendEvent.js';
import { sendByChannel } from '../../../src/service/delivery/channels.js';
import { createDelivery } from '../../../src/service/delivery/delivery.js';
import { smsWebhookSend } from '../../../src/service/delivery/smsWebhook.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { logRequests } from '../../../src/service/node/requestLog.js';
import { startServer } from '../../../src/service/node/startServer.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { done, rootOf } from '../../support/parties.js';
import { startReceiver } from '../../support/receiver.js';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

/** The service behind a proxy, or not, with a webhook endpoint and a text hook. */
async function traced({ isTrusted }: { readonly isTrusted: boolean }) {
  const trustedProxies = new BlockList();
  if (isTrusted) trustedProxies.addAddress('127.0.0.1');
  const lines: Record<string, unknown>[] = [];
  const onAnswered = logRequests((_, facts = {}) => void lines.push(facts), utf8('a key'));
  const test = await createTestService({
    outbound: guardedOutbound('public and loopback'),
    config: { allowedAuthMethods: ['sms'] },
  });
  // Messages are sent below, and not to the inbox.
  const service = { ...test.service, deliver: async () => 0 };
  const places = { hosts: ['127.0.0.1'], port: 0, log: () => {} };
  const server = await startServer({ service, ...places, onAnswered, trustedProxies });
  ending.push(server.stop);
  const [events, texts] = [await startReceiver(), await startReceiver()];
  ending.push(events.close, texts.close);
  await done(test, await rootOf(test), createWebhookEndpoint, { url: events.url, name: 'Ledger' });
  const { tools } = test.service;
  const send = sendByChannel({ sms: smsWebhookSend({ url: texts.url }) });
  const deliver = createDelivery(tools, { send, sendEvent: sendEventTo(tools), owners: messageOwners });
  const ask = (value: string) => {
    const headers = { 'X-Auth-Proxy-Config-Id': test.authProxyConfigId, 'X-Forwarded-For': '198.51.100.1' };
    return fetch(`${server.url}/v1/otp_init`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', traceparent: value },
      body: JSON.stringify({ otpType: 'OTP_TYPE_SMS', contact: '+491701234567' }),
    });
  };
  return { ask, deliver, lines, events: events.received, texts: texts.received, url: server.url };
}

test('a trusted proxy’s trace stands in the log, and goes on to the webhook and the text hook', async () => {
  const { ask, deliver, lines, events, texts } = await traced({ isTrusted: true });
  expect((await ask(traceparent)).status).toBe(200);
  await deliver();
  expect(lines).toMatchObject([{ path: '/v1/otp_init', trace }]);
  for (const received of [events, texts])
    expect(received.map(({ headers }) => headers.traceparent)).toEqual([traceparent]);
});

test('A-60: of anybody else, and malformed, it is none, and nothing goes on', async () => {
  const stranger = await traced({ isTrusted: false });
  await stranger.ask(traceparent);
  const proxy = await traced({ isTrusted: true });
  for (const value of [
    'horse',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `01-${trace}-00f067aa0ba902b7-01`,
    `${traceparent}-more`,
    traceparent.toUpperCase(),
  ])
    await proxy.ask(value);
  for (const { deliver, lines, events, texts } of [stranger, proxy]) {
    await deliver();
    for (const line of lines) expect(line).not.toHaveProperty('trace');
    expect(texts.length).toBeGreaterThan(0);
    for (const { headers } of [...events, ...texts]) expect(headers).not.toHaveProperty('traceparent');
  }
});

test('pages are not let send one: it is on no list of CORS', async () => {
  const { url } = await traced({ isTrusted: true });
  for (const path of ['/v1/otp_init', '/public/v1/query/whoami']) {
    const answer = await fetch(`${url}${path}`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://acme.example', 'Access-Control-Request-Headers': 'traceparent' },
    });
    expect(answer.headers.get('Access-Control-Allow-Headers')).not.toMatch(/traceparent/i);
  }
});
