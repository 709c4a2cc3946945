import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { databases } from '../../../support/stores.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let store: Store;
  beforeEach(async () => {
    store = await open();
    service = await createTestService({ store });
  });
  afterEach(() => service.close());

  const answers = () => store.db.selectFrom('sealed_answers').select(['activity_id', 'expires_at_ms']).execute();

  /** So many answers, one a millisecond, the last of which has just expired. */
  async function expired(count: number): Promise<void> {
    const nowMs = service.clock();
    for (let made = 0; made < count; made += 500) {
      const rows = Array.from({ length: Math.min(500, count - made) }, (_, index) => ({
        organization_id: service.organizationId,
        activity_id: `expired ${made + index}`,
        expires_at_ms: nowMs - made - index,
      }));
      await store.db.insertInto('sealed_answers').values(rows).execute();
    }
  }

  test('what has expired is cleared away, however much it is, and what has not is kept', async () => {
    await expired(2500);
    const kept = [
      { activity_id: 'in time', expires_at_ms: service.clock() + 1 },
      { activity_id: 'pending', expires_at_ms: null },
    ];
    const place = { organization_id: service.organizationId };
    await store.db
      .insertInto('sealed_answers')
      .values(kept.map((row) => ({ ...place, ...row })))
      .execute();
    await service.service.deliver();
    expect(await answers()).toEqual(kept);
  });

  test('a clock that was a day ahead and is set back keeps no sweep waiting', async () => {
    service.clock.advanceMs(24 * 60 * 60_000);
    await service.service.deliver();
    service.clock.advanceMs(-24 * 60 * 60_000);
    await expired(3);
    await service.service.deliver();
    expect(await answers()).toEqual([]);
  });

  test('one sweep clears away 20,000 of a kind at most, the oldest, and the next one the others', async () => {
    await expired(20_700);
    await service.service.deliver();
    const left = await answers();
    expect(left).toHaveLength(700);
    expect(Math.min(...left.map((row) => row.expires_at_ms ?? 0))).toBe(service.clock() - 699);
    service.clock.advanceMs(60_000);
    await service.service.deliver();
    expect(await answers()).toEqual([]);
  });
});
