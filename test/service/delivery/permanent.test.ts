import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { sendByChannel } from '../../../src/service/delivery/channels.js';
import { DeliveryError } from '../../../src/service/delivery/deliveryError.js';
import type { Send } from '../../../src/service/delivery/message.js';
import { smsWebhookSend } from '../../../src/service/delivery/smsWebhook.js';
import { smtpSend } from '../../../src/service/delivery/smtp.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { deliveryOf } from '../../support/deliver.js';
import { openMailServer } from '../../support/mailServer.js';
import { tickingClock } from '../../support/tickingClock.js';
import { callProxy } from '../../support/wire.js';

// Real relays, which say no in their ways.

let service: TestService;
const closers: (() => unknown)[] = [];
beforeEach(async () => {
  service = await createTestService({ clock: tickingClock(), config: { allowedAuthMethods: ['email', 'sms'] } });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await service.close();
});

/** Tries for as long as a code lives. @returns the lines that were logged, and how many messages still wait */
async function tried(send: Send): Promise<{ events: string[]; left: number }> {
  const events: string[] = [];
  const tools = { ...service.service.tools, log: (event: string) => void events.push(event) };
  const deliver = deliveryOf(tools, send);
  for (let seconds = 0; seconds < 240; seconds += 8) {
    await deliver();
    service.clock.advanceMs(8000);
  }
  const left = await tools.store.db.selectFrom('outbox').selectAll().execute();
  return { events, left: left.length };
}

const ask = (otpType: string, contact: string) => callProxy(service, proxyOtpInit, { otpType, contact });

test.each([
  [550, 'RCPT TO', 1],
  [552, 'DATA', 1],
  [450, 'RCPT TO', 9],
  [451, 'DATA', 9],
  [550, 'MAIL FROM', 9],
])('A-51: a mail server that answers %i to %s gets so many attempts: %i', async (code, command, expected) => {
  let asked = 0;
  const ids = new Set<string>();
  const no = () => Object.assign(new Error('no'), { responseCode: code });
  const { server, close } = await openMailServer({
    onMailFrom: (_, __, done) => {
      asked += 1;
      done(command === 'MAIL FROM' ? no() : null);
    },
    onRcptTo: (_, __, done) => done(command === 'RCPT TO' ? no() : null),
    onData(stream, _, done) {
      let mail = '';
      stream.on('data', (chunk: Buffer) => {
        mail += chunk.toString('latin1');
      });
      stream.on('end', () => {
        ids.add(/^Message-ID: (<[0-9a-f-]{36}@latchkey\.example>)\r$/im.exec(mail)?.[1] ?? 'none');
        done(no());
      });
    },
  });
  closers.push(close);
  await ask('OTP_TYPE_EMAIL', 'ada@example.com');
  const { events, left } = await tried(sendByChannel({ email: smtpSend({ server, from: 'codes@latchkey.example' }) }));
  expect(asked).toBe(expected);
  expect(events).toEqual(
    Array.from({ length: expected }, () => (expected === 1 ? 'delivery given up' : 'delivery failed')),
  );
  expect(left).toBe(expected === 1 ? 0 : 1);
  if (command === 'DATA') expect([ids.size, ids.has('none')]).toEqual([1, false]);
});

test.each([
  [400, 1],
  [403, 1],
  [408, 9],
  [429, 9],
  [503, 9],
])('A-51: a text hook that answers %i gets so many attempts: %i', async (status, expected) => {
  const ids: unknown[] = [];
  const hook: Server = createServer(async (incoming, outgoing) => {
    const { messageId } = JSON.parse((await incoming.setEncoding('utf8').toArray()).join(''));
    ids.push(messageId, incoming.headers['idempotency-key']);
    outgoing.writeHead(status).end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => {
    hook.closeAllConnections();
    hook.close();
  });
  await ask('OTP_TYPE_SMS', '+4915112345678');
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  const { left } = await tried(sendByChannel({ sms: smsWebhookSend({ url }) }));
  expect(ids).toHaveLength(2 * expected);
  expect(new Set(ids)).toEqual(new Set([ids[0], `"${ids[0]}"`]));
  expect(left).toBe(expected === 1 ? 0 : 1);
});

test('a sender of your own ends a message with a permanent error', async () => {
  await ask('OTP_TYPE_EMAIL', 'ada@example.com');
  let asked = 0;
  const { left } = await tried(async () => {
    asked += 1;
    throw new DeliveryError('SMTP_REFUSED', 'No such mailbox.', { isPermanent: true });
  });
  expect([asked, left]).toEqual([1, 0]);
});
