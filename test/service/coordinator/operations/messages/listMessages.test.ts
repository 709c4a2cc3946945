import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ListMessagesResponse, listMessages } from '../../../../../src/contract/messages.queries.js';
import type { MessageRecord } from '../../../../../src/contract/messages.records.js';
import { proxyOtpInit } from '../../../../../src/contract/proxy.js';
import { postMessage } from '../../../../../src/service/coordinator/records/messages.js';
import { DeliveryError } from '../../../../../src/service/delivery/deliveryError.js';
import type { Send } from '../../../../../src/service/delivery/message.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { deliver } from '../../../../support/deliver.js';
import {
  codeOf,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  rootOf,
  sendStamped,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy } from '../../../../support/wire.js';

const dayMs = 24 * 60 * 60_000;

let service: TestService;
let root: Party;
afterEach(() => service.close());

const listed = async (request: object = {}): Promise<MessageRecord[]> =>
  (
    await ask<ListMessagesResponse>(service, root.key, listMessages, {
      organizationId: root.organizationId,
      ...request,
    })
  ).messages;

async function sendCode(contact: string): Promise<void> {
  service.clock.advanceMs(1000);
  await callProxy(service, proxyOtpInit, {
    otpType: contact.includes('@') ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS',
    contact,
  });
}

const refuse =
  (isPermanent: boolean): Send =>
  async () => {
    throw new DeliveryError('SMTP_REFUSED', 'The mail server says no to ada@example.com.', { isPermanent });
  };

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => {
    service = await createTestService({ store: await open(), config: { allowedAuthMethods: ['email', 'sms'] } });
    root = await rootOf(service);
  });

  test('a code is listed as it waits, is tried, is refused for good, is sent, expires, or is not wanted any more', async () => {
    const { tools } = service.service;
    await sendCode('ada@example.com');
    expect(await listed()).toMatchObject([{ channel: 'EMAIL', kind: 'CODE', state: 'WAITING', tries: 0 }]);
    await deliver(tools, refuse(false));
    expect(await listed()).toMatchObject([{ state: 'WAITING', tries: 1, refusal: 'SMTP_REFUSED' }]);
    service.clock.advanceMs(2000);
    await deliver(tools, refuse(true));
    expect(await listed({ state: 'GIVEN_UP' })).toMatchObject([{ tries: 2, refusal: 'SMTP_REFUSED' }]);

    await sendCode('+14155550100');
    await service.service.deliver();
    const [sent] = await listed({ contact: '+14155550100' });
    expect(sent).toMatchObject({ channel: 'SMS', state: 'SENT', tries: 1 });
    expect(sent).not.toHaveProperty('refusal');
    expect(Number(sent?.changedAt.seconds)).toBe(Math.floor(service.clock() / 1000));

    await sendCode('grace@example.com');
    service.clock.advanceMs(10 * 60_000);
    expect(await listed({ state: 'EXPIRED' })).toHaveLength(1);
    expect(await listed({ state: 'WAITING' })).toEqual([]);

    await sendCode('joan@example.com');
    await tools.store.db.updateTable('otp_codes').set({ retired: 1 }).execute();
    await service.service.deliver();
    expect(await listed({ state: 'NOT_WANTED' })).toMatchObject([{ kind: 'CODE', tries: 0 }]);
    expect((await listed()).map(({ state }) => state)).toEqual(['NOT_WANTED', 'EXPIRED', 'SENT', 'GIVEN_UP']);
  });

  test('messages to one contact are found by it as it is typed, and by nothing that is kept in clear', async () => {
    // Six digits would stand in an id or a hash by chance.
    await service.configure({ otpAlphanumeric: true, otpLength: 9 });
    await sendCode('ada@example.com');
    await sendCode('grace@example.com');
    await sendCode('+14155550100');
    await service.service.deliver();
    const [ofAda] = await listed({ contact: ' ADA@Example.com ' });
    expect(await listed({ contact: 'ada@example.com' })).toEqual([ofAda]);
    expect(await listed({ contact: '+14155550100' })).toMatchObject([{ channel: 'SMS' }]);
    expect(await listed({ contact: 'nobody@example.com' })).toEqual([]);
    expect(await listed({ contact: 'ada@example.com', state: 'GIVEN_UP' })).toEqual([]);
    expect(await listed({ kind: 'INVITATION' })).toEqual([]);
    const rows = await service.service.tools.store.db.selectFrom('sent_messages').selectAll().execute();
    const kept = JSON.stringify(rows);
    const code = service.inbox.lastCode('ada@example.com') ?? '';
    expect(code).toHaveLength(9);
    for (const clear of ['ada@', 'grace@', '4155550100', code]) expect(kept).not.toContain(clear);
    expect(new Set(rows.map(({ contact_hash }) => contact_hash)).size).toBe(3);
  });

  test('after seven days a message is listed no more, and swept', async () => {
    await sendCode('ada@example.com');
    await service.service.deliver();
    service.clock.advanceMs(7 * dayMs - 1);
    expect(await listed()).toHaveLength(1);
    service.clock.advanceMs(1);
    expect(await listed()).toEqual([]);
    await service.service.deliver();
    expect(await service.service.tools.store.db.selectFrom('sent_messages').selectAll().execute()).toEqual([]);
  });

  test('a thousand messages are read page by page, each once, also where few of them are like that', async () => {
    const { tools } = service.service;
    const { organizationId } = root;
    await tools.store.transaction(async (db) => {
      for (let index = 0; index < 1000; index += 1) {
        const draft = { channel: 'sms', to: `+1415555${1000 + index}`, text: 'A test.' } as const;
        const of = { kind: index % 250 === 0 ? 'TEST' : 'CODE', listedIn: organizationId, organizationId } as const;
        const times = { nowMs: service.clock() + index, expiresAtMs: service.clock() + dayMs };
        await postMessage(tools, db, { ...of, ...times, draft, requester: '' });
      }
    });
    service.clock.advanceMs(1000);
    const ids = [];
    for (let after: string | undefined; ; after = ids.at(-1)) {
      const page = await listed({ paginationOptions: { limit: '100', ...(after && { after }) } });
      ids.push(...page.map(({ messageId }) => messageId));
      if (page.length < 100) break;
    }
    expect(ids).toHaveLength(1000);
    expect(new Set(ids).size).toBe(1000);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(await listed({ kind: 'TEST' })).toHaveLength(4);
  });
});

describe('whoever asks', () => {
  beforeEach(async () => {
    service = await createTestService();
    root = await rootOf(service);
    await sendCode('ada@example.com');
  });

  test('every user of the top-level organization may; no sub-organization, proxy user or other parent sees any', async () => {
    const { organizationId } = root;
    const member = await makeMember(service, organizationId, null, 'Member');
    const [below] = (await makeSubOrganization(service)).users as [Party];
    const other = await makeOtherParent(service);
    const answer = async (by: Party, named: string) =>
      codeOf(await sendStamped(service, by.key, listMessages, JSON.stringify({ organizationId: named })));
    const own = await ask<ListMessagesResponse>(service, member.key, listMessages, { organizationId });
    expect(own.messages).toHaveLength(1);
    const others = await ask<ListMessagesResponse>(service, other.key, listMessages, {
      organizationId: other.organizationId,
    });
    expect(others.messages).toEqual([]);
    expect(await answer(other, organizationId)).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await answer(below, below.organizationId)).toBe('NOT_AUTHORIZED');
    expect(await answer(below, organizationId)).toBe('PUBLIC_KEY_NOT_FOUND');
    const belows = { organizationId: below.organizationId };
    expect((await ask<ListMessagesResponse>(service, root.key, listMessages, belows)).messages).toEqual([]);
    expect(await answer(await proxyOf(service), organizationId)).toBe('NOT_AUTHORIZED');
  });

  test.each([
    ['CONTACT_INVALID', { contact: '<img src=x onerror=alert(1)>' }],
    ['CONTACT_INVALID', { contact: "' or 1=1 --" }],
    ['REQUEST_INVALID', { state: 'LOST' }],
    ['REQUEST_INVALID', { kind: "CODE' or '1'='1" }],
    ['REQUEST_INVALID', { channel: 'WEBHOOK' }],
  ])('A-51: answers %s to %j', async (code, request) => {
    await expect(listed(request)).rejects.toMatchObject({ code });
  });
});

test('an error that quotes a contact leaves only its code', async () => {
  service = await createTestService();
  root = await rootOf(service);
  await sendCode('ada@example.com');
  await deliver(service.service.tools, async () => {
    throw Object.assign(new Error('no'), { code: 'no room for ada@example.com' });
  });
  expect(await listed()).toMatchObject([{ state: 'WAITING', tries: 1, refusal: 'unknown' }]);
});
