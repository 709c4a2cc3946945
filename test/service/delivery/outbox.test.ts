import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proxyOtpInit, proxyOtpVerify } from '../../../src/contract/proxy.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createService } from '../../../src/service/createService.js';
import { createInbox } from '../../../src/service/delivery/inbox.js';
import type { Message, Send } from '../../../src/service/delivery/message.js';
import { rounds } from '../../../src/service/delivery/rounds.js';
import { makeParent } from '../../../src/service/makeParent.js';
import type { ServiceSecrets } from '../../../src/service/secrets/givenSecrets.js';
import type { Store } from '../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { deliver } from '../../support/deliver.js';
import { databases } from '../../support/stores.js';
import { tickingClock } from '../../support/tickingClock.js';
import { callProxy } from '../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let store: Store;
  beforeEach(async () => {
    store = await open();
    service = await createTestService({ store, clock: tickingClock() });
  });
  afterEach(() => service.close());

  const ask = async (contact = 'ada@example.com') =>
    (await callProxy<{ otpId: string }>(service, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact })).otpId;
  const waiting = () => store.db.selectFrom('outbox').selectAll().orderBy('created_at_ms').execute();

  /** A sender that a test can make fail; it keeps what it was given. */
  function sender(fails: () => boolean = () => false): Send & { sent: Message[]; tries: number } {
    const send = async (message: Message) => {
      made.tries += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (fails()) throw Object.assign(new Error(`550 ${message.to} unknown`), { code: 'EENVELOPE' });
      made.sent.push(message);
    };
    const made = Object.assign(send, { sent: [] as Message[], tries: 0 });
    return made;
  }

  test('a message waits sealed, and is gone once it is sent', async () => {
    await ask();
    const [row] = await waiting();
    const readable = new TextDecoder('latin1').decode(row?.sealed_message);
    expect(readable).not.toMatch(/ada@example\.com|login code/);
    expect(await service.service.deliver()).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(service.inbox.list('ada@example.com')).toHaveLength(1);
    expect(await service.service.deliver()).toBe(0);
  });

  test('two instances that deliver at once send each message once', async () => {
    const contacts = Array.from({ length: 15 }, (_, index) => `person${index}@example.com`);
    for (const contact of contacts) await ask(contact);
    const send = sender();
    const { tools } = service.service;
    const counts = await Promise.all(Array.from({ length: 6 }, () => deliver(tools, send)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(15);
    expect(send.sent.map(({ to }) => to).sort()).toEqual(contacts.sort());
    expect(await waiting()).toEqual([]);
  });

  test('a failing sender is tried again after a growing wait, by any instance, and succeeds once', async () => {
    const log: unknown[] = [];
    const tools = { ...service.service.tools, log: (_event: string, facts?: object) => void log.push(facts) };
    await ask();
    let down = true;
    const send = sender(() => down);
    for (const waitMs of [1000, 2000, 4000, 8000, 16_000]) {
      expect(await deliver(tools, send)).toBe(0);
      const { tries } = send;
      service.clock.advanceMs(waitMs - 100);
      await deliver(tools, send);
      expect(send.tries, `before ${waitMs} ms`).toBe(tries);
      service.clock.advanceMs(150);
    }
    down = false;
    const counts = await Promise.all([deliver(tools, send), deliver(tools, send), deliver(tools, send)]);
    expect(counts.sort()).toEqual([0, 0, 1]);
    expect(send.sent).toHaveLength(1);
    expect(send.tries).toBe(6);
    expect(JSON.stringify(log)).toContain('EENVELOPE');
    expect(JSON.stringify(log)).not.toContain('ada@'); // an id may hold the three letters
  });

  test('one unreachable recipient delays nobody else', async () => {
    await ask('bad@example.com');
    await ask('good@example.com');
    const sent: string[] = [];
    const send: Send = async ({ to }) => {
      if (to === 'bad@example.com') throw new Error('no');
      sent.push(to);
    };
    expect(await deliver(service.service.tools, send)).toBe(1);
    expect(sent).toEqual(['good@example.com']);
    expect(await waiting()).toHaveLength(1);
  });

  test('A-66: behind many that wait for their next try, whatever is due is found, and none is passed over', async () => {
    await ask();
    const [row] = await waiting();
    if (!row) throw new Error('Nothing waits.');
    const nowMs = row.due_at_ms + 1_000;
    const place = (number: number) => String(number).padStart(4, '0');
    const made = (requester: string, due_at_ms: number) => ({
      ...row,
      message_id: `${requester} ${due_at_ms}`,
      requester,
      due_at_ms,
    });
    const rows = Array.from({ length: 250 }, (_, number) => made(place(number), nowMs + 60_000));
    for (const number of [0, 120, 249]) rows.push(made(place(number), nowMs - 2), made(place(number), nowMs - 1));
    await store.db.deleteFrom('outbox').execute();
    await store.db.insertInto('outbox').values(rows).execute();
    for (const start of ['', '0120', '0200', '9']) {
      const next = rounds(store, 'email', start);
      const found: string[] = [];
      for (const most of [1, 1, 2]) found.push(...(await next({ most, nowMs })).map(({ message_id }) => message_id));
      const oldest = [0, 120, 249].map((number) => `${place(number)} ${nowMs - 2}`);
      expect(new Set(found), `from ${start}`).toEqual(new Set(oldest));
    }
    await store.db.deleteFrom('outbox').where('due_at_ms', '<=', nowMs).execute();
    for (const start of ['', '0120', '9']) expect(await rounds(store, 'email', start)({ most: 20, nowMs })).toEqual([]);
  });

  test('an instance that dies with a message leaves it to the others when its lease ends', async () => {
    await ask();
    const { tools } = service.service;
    const never = deliver(tools, () => new Promise(() => {}));
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
    const send = sender();
    expect(await deliver(tools, send)).toBe(0);
    service.clock.advanceMs(61_000);
    expect(await deliver(tools, send)).toBe(1);
    void never;
  });

  test('a message whose code has expired is dropped', async () => {
    await ask();
    service.clock.advanceMs(301_000);
    const send = sender();
    expect(await deliver(service.service.tools, send)).toBe(0);
    expect(send.tries).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  test('a message is not sent any more when its code is dead: spent, guessed at too often, or replaced', async () => {
    const send = sender();
    const { publicKey } = await createSigningKey();
    await service.configure({ codesPerContactAndAddress: { most: 100, windowSeconds: 600 } });
    const spent = await ask();
    const read = await codeInOutbox();
    await callProxy(service, proxyOtpVerify, { otpId: spent, otpCode: read, publicKey });
    expect(await deliver(service.service.tools, send)).toBe(0);
    expect(await waiting()).toEqual([]);

    const guessed = await ask('bob@example.com');
    for (const otpCode of ['a', 'b', 'c']) {
      expect(await waiting()).toHaveLength(1);
      await expect(callProxy(service, proxyOtpVerify, { otpId: guessed, otpCode })).rejects.toThrow();
    }
    expect(await deliver(service.service.tools, send)).toBe(0);
    expect(await waiting()).toEqual([]);

    const [oldest = '', ...younger] = [await ask(), await ask(), await ask(), await ask()];
    const isDown = sender(() => true);
    expect(await deliver(service.service.tools, isDown)).toBe(0);
    expect(isDown.tries).toBe(3);
    const left = (await waiting()).map(({ owner_id }) => owner_id);
    expect(left.sort()).toEqual(younger.sort());
    expect(left).not.toContain(oldest);
    expect(send.tries).toBe(0);
  });

  test('a message outlives the instance that took the request', async () => {
    const shared = await open();
    const secrets: ServiceSecrets = {
      masterKeys: [{ id: 'one', key: new Uint8Array(32).fill(1) }],
      codePepper: new Uint8Array(32).fill(2),
      proxyKey: new Uint8Array(32).fill(3),
    };
    const clock = tickingClock();
    const inbox = createInbox(clock);
    const start = (send: Send) => createService({ store: shared, secrets, send, clock });
    const first = await start(() => Promise.reject(new Error('down')));
    const { publicKey } = await createSigningKey();
    const { authProxyConfigId } = await makeParent(first.tools, { name: 'Test', rootPublicKey: publicKey });
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' };
    const { otpId } = await callProxy<{ otpId: string }>(
      { service: first, clock, inbox, authProxyConfigId },
      proxyOtpInit,
      request,
    );
    expect(await first.deliver()).toBe(0);
    clock.advanceMs(2000);
    const second = await start(inbox.send);
    expect(await second.deliver()).toBe(1);
    const otpCode = inbox.lastCode('ada@example.com');
    const wired = { service: second, clock, inbox, authProxyConfigId };
    await expect(callProxy(wired, proxyOtpVerify, { otpId, otpCode, publicKey })).resolves.toHaveProperty(
      'verificationToken',
    );
    await second.close();
  });

  /** What the service itself would send, without sending it. */
  async function codeInOutbox(): Promise<string> {
    const [row] = await waiting();
    const { sealer } = service.service.tools;
    const context = { organizationId: row?.organization_id ?? '', purpose: 'outbox', id: row?.message_id ?? '' };
    const bytes = await sealer.open(context, row?.sealed_message ?? new Uint8Array());
    return (JSON.parse(new TextDecoder().decode(bytes)) as Message).code ?? '';
  }
});
