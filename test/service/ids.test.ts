import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTimedIds, newId } from '../../src/service/ids.js';
import { databases } from '../support/stores.js';

const startMs = 1_790_000_000_000;
const count = 100_000;
const random = (length: number) => new Uint8Array(randomBytes(length));

/** The time at which each of the ids is made. */
const clocks: Record<string, (index: number) => number> = {
  'stands still': () => startMs,
  'goes on': (index) => startMs + Math.floor(index / 10),
  'steps back by an hour, again and again': (index) => startMs - (index % 1000 === 0 ? 3_600_000 : 0) + (index % 7),
  'jumps forward by an hour, again and again': (index) => startMs + Math.floor(index / 1000) * 3_600_000,
  'jumps forward once, and back again': (index) => startMs + (index === 1000 ? 3_600_000 : index / 100),
};

const millisecondsOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe.each(Object.entries(clocks))('time-ordered ids, where the clock %s', (_, clock) => {
  const newTimedId = createTimedIds(random);
  const ids = Array.from({ length: count }, (__, index) => newTimedId(clock(index)));

  test('ascend strictly, each being a UUID of version 7', () => {
    expect(ids.filter((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))).toEqual([]);
    expect(new Set(ids).size).toBe(count);
    const uuid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
    expect(ids.filter((id) => !uuid.test(id))).toEqual([]);
  });

  test('are never before their time', () => {
    expect(ids.filter((id, index) => millisecondsOf(id) < Math.floor(clock(index)))).toEqual([]);
  });

  test.each(databases)('are in the same order as text on $name', async ({ open }) => {
    const store = await open();
    const given = JSON.stringify(ids.toReversed());
    const { rows } = await {
      sqlite: sql<{ id: string }>`select value as id from json_each(${given}) order by value`,
      postgres: sql<{
        id: string;
      }>`select value collate "C" as id from json_array_elements_text(${given}::json) order by 1`,
    }[store.kind].execute(store.db);
    expect(rows.map(({ id }) => id)).toEqual(ids);
    await store.close();
  });
});

describe('time-ordered ids', () => {
  test('have 60 bits each that the id before does not tell, and start their counter anew with each millisecond', () => {
    const newTimedId = createTimedIds(random);
    const tails = Array.from({ length: 1000 }, () => newTimedId(startMs).replaceAll('-', '').slice(17));
    expect(new Set(tails).size).toBe(1000);
    for (let digit = 0; digit < 15; digit += 1) expect(new Set(tails.map((tail) => tail[digit])).size).toBe(16);
    const fresh = Array.from({ length: 100 }, (_, index) => newTimedId(startMs + 1000 + index).slice(15, 18));
    expect(new Set(fresh).size).toBeGreaterThan(50);
  });

  test('take the milliseconds on by one where the counter of one is full', () => {
    const newTimedId = createTimedIds((length) => new Uint8Array(length).fill(255));
    const ids = Array.from({ length: 20_000 }, () => newTimedId(startMs));
    expect(new Set(ids.map(millisecondsOf))).toEqual(new Set([startMs, startMs + 1, startMs + 2]));
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  test('are of one maker each: what one has made does not move those of another', () => {
    const [one, other] = [createTimedIds(random), createTimedIds(random)];
    one(startMs + 3_600_000);
    expect(millisecondsOf(other(startMs))).toBe(startMs);
  });
});

test('a random id is a UUID of version 4', () => {
  expect(newId(random)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
