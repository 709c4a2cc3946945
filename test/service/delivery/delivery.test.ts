import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import type { Message, Send } from '../../../src/service/delivery/message.js';
import { enqueue } from '../../../src/service/delivery/outbox.js';
import { startDeliveryLoop } from '../../../src/service/node/deliveryLoop.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { deliveryOf } from '../../support/deliver.js';
import { databases } from '../../support/stores.js';
import { tickingClock } from '../../support/tickingClock.js';
import { callProxy } from '../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  beforeEach(async () => {
    service = await createTestService({ store: await open(), clock: tickingClock() });
  });
  afterEach(() => service.close());

  const delivery = (send: Send) => deliveryOf(service.service.tools, send);
  const serve = (send: Send) => {
    const loop = startDeliveryLoop(delivery(send), () => {}, 60_000);
    loop.nudge();
    return loop;
  };
  const waiting = () => service.service.tools.store.db.selectFrom('outbox').selectAll().execute();
  const ask = async (contact: string) =>
    (await callProxy<{ otpId: string }>(service, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact })).otpId;

  /** Puts so many messages of one requester into the outbox; the contact tells them apart. */
  async function post(requester: string, count: number, channel: Message['channel'] = 'email'): Promise<void> {
    const { tools } = service.service;
    const nowMs = service.clock();
    await tools.store.transaction(async (transaction) => {
      for (let number = 0; number < count; number += 1) {
        const shared = { to: `${requester}.${number}`, text: 'Hello', code: '' };
        await enqueue(tools, transaction, {
          organizationId: service.organizationId,
          draft:
            channel === 'sms' ? { channel, ...shared } : { channel, fromName: '', subject: '', html: '', ...shared },
          requester,
          nowMs,
          expiresAtMs: nowMs + 600_000,
        });
      }
    });
  }

  const slowly = (sent: Message[], ms: number): Send => {
    return async (message) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      sent.push(message);
    };
  };

  test('of what was put into the outbox within a second the channels alone are looked at, of all else by the next pass', async () => {
    const { service: served, clock, inbox } = service;
    await post('ada', 1, 'email');
    expect(served.hasPosting()).toBe(true);
    clock.advanceMs(1001);
    expect(served.hasPosting()).toBe(false);
    await post('ada', 1, 'sms');
    expect(served.hasPosting()).toBe(true);
    expect(await served.deliver(undefined, 'posted')).toBe(1);
    expect(inbox.list().map(({ channel }) => channel)).toEqual(['sms']);
    expect(await served.deliver()).toBe(1);
    expect(inbox.list().map(({ channel }) => channel)).toEqual(['email', 'sms']);
  });

  test('A-51: behind 6,000 slow mails of one requester, the code of another leaves in the first round', async () => {
    await post('0mallory', 6000);
    await ask('ada@example.com');
    const sent: Message[] = [];
    const deliver = delivery(slowly(sent, 20));
    expect(await deliver()).toBe(20);
    expect(sent.map(({ to }) => to)).toContain('ada@example.com');
    await ask('bob@example.com');
    await deliver();
    expect(sent).toHaveLength(40);
    expect(sent.map(({ to }) => to)).toContain('bob@example.com');
  });

  test('A-51: nobody gets a second message sent before everybody has had a first', async () => {
    const requesters = Array.from({ length: 25 }, (_, number) => `requester${number}`);
    for (const requester of requesters) await post(requester, 3);
    const sent: Message[] = [];
    const deliver = delivery(slowly(sent, 1));
    const requestersOf = (messages: Message[]) => new Set(messages.map(({ to }) => to.split('.')[0]));
    await deliver();
    expect([sent.length, requestersOf(sent).size]).toEqual([20, 20]);
    await deliver();
    expect([sent.length, requestersOf(sent).size]).toEqual([40, 25]);
    await deliver();
    expect(requestersOf(sent.slice(20)).size).toBe(25);
  });

  test('A-51: a channel that is stuck holds up no other, and takes no more than 20 of its own', async () => {
    await post('mallory', 40, 'sms');
    await post('ada', 1);
    const sent: Message[] = [];
    let stuck = 0;
    const release: (() => void)[] = [];
    const loop = serve((message) => {
      if (message.channel === 'email') return slowly(sent, 1)(message);
      stuck += 1;
      return new Promise((resolve) => release.push(resolve));
    });
    await expect.poll(() => [sent.length, stuck]).toEqual([1, 20]);
    await post('bob', 1);
    loop.nudge();
    await expect.poll(() => sent.map(({ to }) => to)).toEqual(['ada.0', 'bob.0']);
    expect(stuck).toBe(20);
    for (const resolve of release) resolve();
    // Now there is room for the other 20.
    await expect.poll(() => stuck).toBe(40);
    for (const resolve of release) resolve();
    await expect.poll(waiting).toEqual([]);
    await loop.stop();
  });

  test('A-51: one slow message holds up none of its channel', async () => {
    await post('slow', 1);
    const sent: Message[] = [];
    let finish: (() => void) | undefined;
    const deliver = delivery((message) =>
      message.to === 'slow.0'
        ? new Promise((resolve) => {
            finish = resolve;
          })
        : slowly(sent, 1)(message),
    );
    const first = deliver();
    await expect.poll(() => finish !== undefined).toBe(true);
    for (const requester of ['ada', 'bob', 'carol']) await post(requester, 30);
    while (sent.length < 90) await deliver();
    expect(await waiting()).toHaveLength(1);
    finish?.();
    expect(await first).toBeGreaterThan(0);
    expect(await waiting()).toEqual([]);
  });

  test('a server sends all due messages, never more than 20 at a time, and stops on request', async () => {
    await post('ada', 70);
    let underWay = 0;
    let most = 0;
    const sent: Message[] = [];
    let fill: (() => void) | undefined;
    const full = new Promise<void>((resolve) => {
      fill = resolve;
    });
    const loop = serve(async (message) => {
      underWay += 1;
      most = Math.max(most, underWay);
      if (underWay === 20) fill?.();
      await full;
      await slowly(sent, 2)(message);
      underWay -= 1;
    });
    for (let nudges = 0; nudges < 10; nudges += 1) loop.nudge();
    await expect.poll(() => sent.length).toBe(70);
    expect(most).toBe(20);
    await post('bob', 70);
    loop.nudge();
    await loop.stop();
    expect(underWay).toBe(0);
    expect(sent.length).toBeLessThan(140);
    expect(await waiting()).toHaveLength(140 - sent.length);
  });

  test('A-51: a message has the same id whenever it is sent again, no other one has it, and it is not the code’s', async () => {
    const otpIds = [await ask('ada@example.com'), await ask('bob@example.com')];
    const seen: Record<string, string[]> = {};
    const deliver = delivery(async ({ to, id }) => {
      seen[to] = [...(seen[to] ?? []), id];
      throw new Error('the answer was lost');
    });
    for (let tries = 0; tries < 4; tries += 1) {
      await deliver();
      service.clock.advanceMs(10_000);
    }
    const [ada = [], bob = []] = [seen['ada@example.com'], seen['bob@example.com']];
    expect([ada.length, bob.length]).toEqual([4, 4]);
    expect(new Set([...ada, ...bob]).size).toBe(2);
    for (const id of [...ada, ...bob]) {
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(otpIds).not.toContain(id);
    }
  });

  test('A-51: an accepted message is not sent again by the same process, though it could not be deleted at first', async () => {
    const { db } = service.service.tools.store;
    await ask('ada@example.com');
    const sent: Message[] = [];
    const deliver = delivery(async (message) => {
      sent.push(message);
      await db.schema.alterTable('outbox').renameTo('away').execute();
    });
    await expect(deliver()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(deliver()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await db.schema.alterTable('away').renameTo('outbox').execute();
    expect(await waiting()).toHaveLength(1);
    service.clock.advanceMs(61_000);
    expect(await deliver()).toBe(0);
    expect(sent).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  test('A-51: where a process dies between sending and deleting, another sends it again with the same id', async () => {
    const { db } = service.service.tools.store;
    await ask('ada@example.com');
    const sent: Message[] = [];
    const dying = delivery(async (message) => {
      sent.push(message);
      await db.schema.alterTable('outbox').renameTo('away').execute();
    });
    await expect(dying()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await db.schema.alterTable('away').renameTo('outbox').execute();
    const other = delivery(slowly(sent, 1));
    expect(await other()).toBe(0);
    service.clock.advanceMs(61_000);
    expect(await other()).toBe(1);
    expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id]);
  });

  test('what has expired in the outbox is cleared away, however long the lines', async () => {
    await post('mallory', 100);
    service.clock.advanceMs(601_000);
    await service.service.deliver();
    expect(await waiting()).toEqual([]);
    expect(service.inbox.list()).toEqual([]);
  });
});
