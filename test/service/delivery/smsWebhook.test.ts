import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { DeliveryError } from '../../../src/service/delivery/deliveryError.js';
import { isSmsWebhookUrl, smsWebhookSend } from '../../../src/service/delivery/smsWebhook.js';

const id = '00000000-0000-4000-8000-000000000001';
const message = { channel: 'sms', id, to: '+4915112345678', text: 'Your code is 428117.', code: '428117' } as const;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A hook on loopback. @returns its address */
async function hook(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<string> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', () => resolve()));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/sms`;
}

/** What the sending threw. */
const failureOf = (sending: Promise<void>): Promise<DeliveryError> =>
  sending.then(
    () => expect.unreachable('it was sent'),
    (error: unknown) => error as DeliveryError,
  );

test('the hook gets the number and the text as JSON, with its token', async () => {
  let received: object = {};
  const url = await hook(async (incoming, outgoing) => {
    const body = JSON.parse((await incoming.setEncoding('utf8').toArray()).join(''));
    const { 'content-type': type, authorization, 'idempotency-key': key } = incoming.headers;
    received = { method: incoming.method, type, authorization, key, body };
    outgoing.writeHead(202).end('queued');
  });
  await smsWebhookSend({ url, token: 'hook-token' })(message);
  expect(received).toEqual({
    method: 'POST',
    type: 'application/json',
    authorization: 'Bearer hook-token',
    key: `"${id}"`,
    body: { messageId: id, to: message.to, text: message.text },
  });
});

test.each([
  [300, false],
  [400, true],
  [404, true],
  [408, false],
  [422, true],
  [429, false],
  [500, false],
  [503, false],
])('an answer of %i is a failure, for good: %s, and quotes nothing', async (status, isPermanent) => {
  const url = await hook((_, outgoing) => outgoing.writeHead(status).end(message.to));
  const error = await failureOf(smsWebhookSend({ url })(message));
  expect(error).toBeInstanceOf(DeliveryError);
  expect(error).toMatchObject({ code: 'SMS_REFUSED', isPermanent });
  expect(error.message).not.toMatch(/428117|4915112345678/);
});

test('a redirect is not followed', async () => {
  const asked: (string | undefined)[] = [];
  const url = await hook((incoming, outgoing) => {
    asked.push(incoming.url);
    outgoing.writeHead(307, { Location: '/elsewhere' }).end();
  });
  expect((await failureOf(smsWebhookSend({ url })(message))).code).toBe('SMS_REFUSED');
  expect(asked).toEqual(['/sms']);
});

test('a hook that does not answer in time, or is not there, is unreachable', async () => {
  const url = await hook(() => {});
  expect((await failureOf(smsWebhookSend({ url, timeoutMs: 50 })(message))).code).toBe('SMS_UNREACHABLE');
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  expect((await failureOf(smsWebhookSend({ url })(message))).code).toBe('SMS_UNREACHABLE');
});

test.each([
  ['https://sms.example.com/send', true],
  ['http://127.0.0.1:9000/send', true],
  ['http://localhost/send', true],
  ['http://[::1]:9000/', true],
  ['http://sms.example.com/send', false],
  ['http://localhost.example.com/', false],
  ['https://user:password@sms.example.com/', false],
  ['ftp://localhost/', false],
  ['sms', false],
])('%s as a hook: %s', (url, allowed) => expect(isSmsWebhookUrl(url)).toBe(allowed));
