import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../src/contract/activities.js';
import { getActivity } from '../../../src/contract/activities.queries.js';
import type { Activity } from '../../../src/contract/activities.records.js';
import { updateOrganizationName } from '../../../src/contract/organizations.js';
import { queryRows } from '../../../src/contract/rows.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { createTestClock } from '../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { noNames } from '../../support/noNames.js';
import { makeSubOrganization, rootOf } from '../../support/parties.js';
import { databases } from '../../support/stores.js';
import { ask, submit } from '../../support/wire.js';
import { lists, type Making, making } from './listOrder.js';

/** More than there can be in it by chance: thirty are in order once in 30! times. */
const count = 30;

describe.each(databases)('on $name, while the clock stands', ({ open }) => {
  describe.each(Object.entries(lists))('%s', (name, { isPaged, order, id, most = count, request, make }) => {
    const row = queryRows[name as keyof typeof lists];
    let by: Making;
    let asked: object;
    /** As they are listed. */
    const made: string[] = [];
    beforeAll(async () => {
      const outbound = guardedOutbound('public', noNames);
      const service = await createTestService({ store: await open(), outbound });
      by = making(service, await rootOf(service));
      asked = (await request?.(by)) ?? {};
      for (let index = 0; index < most; index += 1) made.push((await make(by, index, asked as never)) ?? '');
      if (order === 'newest first') made.reverse();
    });
    afterAll(() => by.service.close());

    async function listed(page?: object): Promise<{ place: string; cursor: string }[]> {
      const { organizationId, key } = by.root;
      const requestBody = { organizationId, ...asked, ...(page && { paginationOptions: page }) };
      const [records = []] = Object.values(await ask<Record<string, unknown[]>>(by.service, key, row, requestBody));
      return records.map((record) => {
        const place = typeof record === 'string' ? record : (record as Record<string, string>)[id ?? ''];
        const { walletAccountId, eventId } = record as Record<string, string>;
        return { place: place ?? '', cursor: walletAccountId ?? eventId ?? place ?? '' };
      });
    }
    const placesOf = (records: readonly { place: string }[]) =>
      records.map(({ place }) => place).filter((place) => made.includes(place));

    test('is in the order of making, with none twice and none missing', async () => {
      expect(new Set(made).size).toBe(most);
      expect(placesOf(await listed(isPaged ? { limit: '100' } : undefined))).toEqual(made);
    });

    if (!isPaged) return;
    test('is so page by page, forwards and backwards', async () => {
      const forwards = await listed({ limit: '7' });
      for (let page = forwards; page.length > 0; forwards.push(...page))
        page = await listed({ limit: '7', after: forwards.at(-1)?.cursor });
      expect(placesOf(forwards)).toEqual(made);
      const backwards = forwards.slice(-1);
      for (let page = backwards; page.length > 0; backwards.unshift(...page))
        page = await listed({ limit: '7', before: backwards[0]?.cursor });
      expect(backwards).toEqual(forwards);
    });
  });

  test('the votes on an activity are in the order in which they were cast', async () => {
    const service: TestService = await createTestService({ store: await open() });
    const { users, organizationId } = await makeSubOrganization(service, { roots: count, threshold: count });
    const [first, ...others] = users;
    const waiting = await submit(service, first.key, updateOrganizationName, organizationId, {
      organizationName: 'New',
    });
    const voters = others.reverse().slice(1);
    for (const [index, { key }] of voters.entries()) {
      // The bytes that two stamp must differ; the time of the service is the same.
      const voting = { ...service, clock: createTestClock(service.clock() + index) };
      await submit(voting, key, approveActivity, organizationId, { fingerprint: waiting.fingerprint });
    }
    const request = { organizationId, activityId: waiting.id };
    const { activity } = await ask<{ activity: Activity }>(service, first.key, getActivity, request);
    expect(activity.votes.map(({ userId }) => userId)).toEqual([first, ...voters].map(({ userId }) => userId));
    await service.close();
  });
});
