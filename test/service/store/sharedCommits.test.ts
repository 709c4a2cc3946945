import { join } from 'node:path';
import { sql } from 'kysely';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../../src/service/store/migrations.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import type { Store } from '../../../src/service/store/store.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const path = join(temporaryFolder(), 'shared.db');
let store: Store;
/** Another process, which sees what is committed. */
let beside: InstanceType<typeof Database>;
beforeAll(async () => {
  store = await openLibsql(path);
  await migrate(store);
  beside = new Database(path);
  beside.exec('create table parents (id text primary key)');
  beside.exec('create table children (parent text references parents (id) deferrable initially deferred)');
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  beside.close();
  await store.close();
});

const insert = (id: string, after?: () => Promise<never>) =>
  store.transaction(async (transaction) => {
    const row = { organization_id: id, parent_id: null, name: id, root_quorum_threshold: 1, created_at_ms: 1 };
    await transaction.insertInto('organizations').values(row).execute();
    await after?.();
    return id;
  });

const countBeside = (like: string): number =>
  Number(
    (
      beside.prepare('select count(*) as n from organizations where organization_id like ?').get([like]) as {
        n: number;
      }
    ).n,
  );

test('who is answered finds all of the group committed, from another process too', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now()); // no group ends by the time that it takes
  const seen: number[] = [];
  const ids = Array.from({ length: 100 }, (_, index) => `together-${index}`);
  await Promise.all(ids.map((id) => insert(id).then(() => seen.push(countBeside('together-%')))));
  expect(seen).toHaveLength(100);
  // Groups of 32: each answer sees at least its own whole group.
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(32);
  expect(countBeside('together-%')).toBe(100);
});

test('what one of the group throws undoes its part alone, and comes out unchanged', async () => {
  const no = new Error('no');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      insert(`part-${index}`, index % 3 === 0 ? () => Promise.reject(no) : undefined),
    ),
  );
  expect(outcomes.map((outcome) => outcome.status === 'fulfilled')).toEqual(
    Array.from({ length: 30 }, (_, index) => index % 3 !== 0),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBe(no);
  expect(countBeside('part-%')).toBe(20);
});

test('what one of the group throws before it has written makes no other run again', async () => {
  let runs = 0;
  const reading = (isRefused: boolean) =>
    store.transaction(async (transaction) => {
      runs += 1;
      await transaction.selectFrom('organizations').select('organization_id').limit(1).execute();
      if (isRefused) throw new Error('no');
    });
  const outcomes = await Promise.allSettled([
    reading(false),
    reading(true),
    insert('read-before'),
    reading(true),
    reading(false),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(runs).toBe(4);
  expect(countBeside('read-before')).toBe(1);
});

test('a statement that the store refuses fails its own transaction, and no other', async () => {
  await insert('taken');
  const outcomes = await Promise.allSettled([insert('before'), insert('taken'), insert('behind')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'STORE_FAILED' } });
  expect(countBeside('be%')).toBe(2);
});

test('another process that holds the lock delays a group, and a group delays it; nothing is lost', async () => {
  beside.exec('begin immediate');
  const ids = Array.from({ length: 40 }, (_, index) => `later-${index}`);
  const inserting = Promise.all(ids.map((id) => insert(id)));
  await new Promise((resolve) => setTimeout(resolve, 50));
  beside.exec('commit');
  expect(await inserting).toEqual(ids);
  expect(countBeside('later-%')).toBe(40);
});

test('A-66: a group ends after 8 ms, and the event loop turns before the next one', async () => {
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const turns: number[] = [];
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      store.transaction(async (transaction) => {
        await transaction.selectFrom('organizations').select('name').limit(1).execute();
        turns.push(turn);
        nowMs += 2;
        return index;
      }),
    ),
  );
  clearImmediate(counting);
  const together = [...new Set(turns)].map((each) => turns.filter((other) => other === each).length);
  expect(together).toEqual([4, 4, 4]);
});

test('A-66: a commit waits for the disk while the event loop turns', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting: NodeJS.Immediate | undefined;
  await store.transaction(async (transaction) => {
    const row = { parent_id: null, name: 'n'.repeat(2 ** 20), root_quorum_threshold: 1, created_at_ms: 1 };
    for (let index = 0; index < 20; index += 1)
      await transaction
        .insertInto('organizations')
        .values({ ...row, organization_id: `long-${index}` })
        .execute();
    turns = 0;
    counting = setImmediate(count);
  });
  clearImmediate(counting);
  expect(turns).toBeGreaterThan(0);
  expect(countBeside('long-%')).toBe(20);
});

test.each([1, 5])('a commit that fails keeps nothing, and holds up nobody, of %d together', async (together) => {
  const isFailing = (index: number) => index === 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: together }, (_, index) =>
      store.transaction(async (transaction) => {
        const row = { parent_id: null, name: 'n', root_quorum_threshold: 1, created_at_ms: 1 };
        const organization_id = `fails-${together}-${index}`;
        await transaction
          .insertInto('organizations')
          .values({ ...row, organization_id })
          .execute();
        if (!isFailing(index)) return;
        // Looked at when it is committed: it is of nobody.
        await sql`insert into children values ('nobody')`.execute(transaction);
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    Array.from({ length: together }, (_, index) => (isFailing(index) ? 'rejected' : 'fulfilled')),
  );
  expect(outcomes[0]).toMatchObject({ reason: { code: 'STORE_FAILED' } });
  expect(countBeside(`fails-${together}-%`)).toBe(together - 1);
});
