import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInvitations } from '../../../../src/contract/invitations.js';
import { updateOrganizationName } from '../../../../src/contract/organizations.js';
import type { RequestOf } from '../../../../src/contract/row.js';
import { queryRows } from '../../../../src/contract/rows.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { createWebhookEndpoint } from '../../../../src/contract/webhooks.js';
import { addContact } from '../../../../src/service/coordinator/records/contacts.js';
import { postMessage } from '../../../../src/service/coordinator/records/messages.js';
import { guardedOutbound } from '../../../../src/service/node/guardedOutbound.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { noNames } from '../../../support/noNames.js';
import { absentId, act, done, makeSubOrganization, type Party, rootOf } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, wallet } from '../../../support/wire.js';

const count = 25;
const orders = { ascending: 1, descending: -1 };

/** A list of so many records, and whose it is. */
type List = {
  order: keyof typeof orders;
  /** Makes the records. @returns who asks, with what beside the page, and the records' ids in any order where the answers tell them. */
  fill(service: TestService): Promise<{ by: Party; request?: object; made?: string[] }>;
  idOf(record: never): string;
};

type Rows = typeof queryRows;

/** One for each row that has pages: a row without one does not compile. */
const lists: {
  [Name in keyof Rows as 'paginationOptions' extends keyof RequestOf<Rows[Name]> ? Name : never]: List;
} = {
  listActivities: {
    order: 'descending',
    async fill(service) {
      const [by] = (await makeSubOrganization(service)).users;
      const made: string[] = [];
      while (made.length < count) {
        made.push((await act(service, by, updateOrganizationName, { organizationName: `Name ${made.length}` })).id);
      }
      return { by, made };
    },
    idOf: ({ id }: { id: string }) => id,
  },
  listInvitations: {
    order: 'descending',
    async fill(service) {
      const by = await rootOf(service);
      const made: string[] = [];
      const guest = (index: number) => ({
        receiverUserName: `Guest ${index}`,
        receiverUserEmail: `guest${index}@example.com`,
        receiverUserTags: [],
        accessType: 'ACCESS_TYPE_WEB' as const,
        senderUserId: by.userId,
      });
      while (made.length < count) {
        const invitations = [guest(made.length)];
        made.push(...(await done(service, by, createInvitations, { invitations })).invitationIds);
      }
      return { by, made };
    },
    idOf: ({ invitationId }: { invitationId: string }) => invitationId,
  },
  listSuborgs: {
    order: 'ascending',
    async fill(service) {
      const made: string[] = [];
      while (made.length < count) made.push((await makeSubOrganization(service)).organizationId);
      return { by: await rootOf(service), made };
    },
    idOf: (organizationId: string) => organizationId,
  },
  listVerifiedSuborgs: {
    order: 'ascending',
    async fill(service) {
      const ada = { parentId: service.organizationId, kind: 'EMAIL', contact: 'ada@example.com' } as const;
      const made: string[] = [];
      while (made.length < count) {
        const { organizationId, users } = await makeSubOrganization(service);
        const holder = { organizationId, userId: users[0].userId, throughProxy: false, language: null };
        await addContact(service.service.tools.store.db, ada, holder);
        made.push(organizationId);
      }
      return { by: await rootOf(service), request: { filterType: ada.kind, filterValue: ada.contact }, made };
    },
    idOf: (organizationId: string) => organizationId,
  },
  listWalletAccounts: {
    order: 'ascending',
    async fill(service) {
      const [by] = (await makeSubOrganization(service)).users;
      for (let made = 0; made < count; made += 1) {
        const accounts = wallet.accounts.slice(0, 1) as never;
        await done(service, by, createWallet, { walletName: `Wallet ${made}`, accounts });
      }
      return { by };
    },
    idOf: ({ walletAccountId }: { walletAccountId: string }) => walletAccountId,
  },
  listMessages: {
    order: 'descending',
    async fill(service) {
      const by = await rootOf(service);
      const { tools } = service.service;
      const { organizationId } = by;
      const made: string[] = [];
      while (made.length < count) {
        const draft = { channel: 'sms', to: '+14155550100', text: 'A test.' } as const;
        const of = { kind: 'TEST', listedIn: organizationId, organizationId, draft, requester: '' } as const;
        const times = { nowMs: service.clock(), expiresAtMs: service.clock() + 60_000 };
        made.push(await tools.store.transaction((db) => postMessage(tools, db, { ...of, ...times })));
      }
      return { by, made };
    },
    idOf: ({ messageId }: { messageId: string }) => messageId,
  },
  listWebhookDeliveries: {
    order: 'descending',
    async fill(service) {
      const by = await rootOf(service);
      const hook = { url: 'https://example.com/', name: 'Endpoint' };
      const { endpointId } = await done(service, by, createWebhookEndpoint, hook);
      for (let made = 0; made < count; made += 1) {
        await done(service, by, updateOrganizationName, { organizationName: `Name ${made}` });
      }
      return { by, request: { endpointId } };
    },
    idOf: ({ eventId }: { eventId: string }) => eventId,
  },
};

describe.each(databases)('on $name', ({ open }) => {
  describe.each(Object.entries(lists))('%s', (name, { order, fill, idOf }) => {
    const row = queryRows[name as keyof typeof lists];
    let service: TestService;
    let filled: Awaited<ReturnType<typeof fill>>;
    let all: string[];
    beforeAll(async () => {
      service = await createTestService({
        store: await open(),
        outbound: guardedOutbound('public', noNames),
      });
      filled = await fill(service);
      all = await page({ limit: '100' });
    });
    afterAll(() => service.close());

    async function page(paginationOptions?: object): Promise<string[]> {
      const { by, request } = filled;
      const requestBody = { organizationId: by.organizationId, ...request, paginationOptions };
      const [records = []] = Object.values(await ask<Record<string, never[]>>(service, by.key, row, requestBody));
      return records.map(idOf);
    }

    test('holds each record once, in the order of its ids', () => {
      expect(all).toHaveLength(count);
      expect(all).toEqual([...new Set(all)].sort((one, other) => (one < other ? -1 : 1) * orders[order]));
      if (filled.made) expect([...all].sort()).toEqual([...filled.made].sort());
    });

    test('answers its first ten records without a requested page', async () => {
      expect(await page()).toEqual(all.slice(0, 10));
      expect(await page({})).toEqual(all.slice(0, 10));
    });

    test('is walked forwards from its beginning to its end, three records a page', async () => {
      const pages = [await page({ limit: '3' })];
      for (let last = pages[0]; last?.length; last = pages.at(-1))
        pages.push(await page({ limit: '3', after: last.at(-1) }));
      expect(pages.flat()).toEqual(all);
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 1, 0]);
    });

    test('is walked backwards from its last record to its first, each page in the order of the list', async () => {
      const pages = [all.slice(-1)];
      for (let last = pages[0]; last?.length; last = pages[0])
        pages.unshift(await page({ limit: '3', before: last[0] }));
      expect(pages.flat()).toEqual(all);
      expect(pages.map(({ length }) => length)).toEqual([0, 3, 3, 3, 3, 3, 3, 3, 3, 1]);
    });

    test('answers what lies between two records, from the first of them', async () => {
      expect(await page({ limit: '3', after: all[4], before: all[20] })).toEqual(all.slice(5, 8));
      expect(await page({ after: all[4], before: all[8] })).toEqual(all.slice(5, 8));
    });

    test('treats a cursor that is not one of its records as a position in its order', async () => {
      const [least, greatest] = ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
      const [first, last] = order === 'ascending' ? [least, greatest] : [greatest, least];
      expect(await page({ limit: '3', after: first })).toEqual(all.slice(0, 3));
      expect(await page({ limit: '3', before: last })).toEqual(all.slice(-3));
      expect(await page({ after: last })).toEqual([]);
      expect(await page({ before: first })).toEqual([]);
    });

    test.each([
      { limit: '0' },
      { limit: '101' },
      { limit: '-1' },
      { limit: '2.5' },
      { limit: '' },
      { limit: 3 },
      { after: 'x' },
      { before: '' },
      { offset: absentId },
    ])('refuses the page %j', async (asked) => {
      await expect(page(asked)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    });
  });
});
