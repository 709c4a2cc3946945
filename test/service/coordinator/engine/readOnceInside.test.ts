import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAsking, readOnceInside } from '../../../../src/service/coordinator/engine/handlers/asking.js';
import { openLibsql } from '../../../../src/service/store/openLibsql.js';
import type { Store } from '../../../../src/service/store/store.js';

let store: Store;
beforeAll(async () => {
  store = await openLibsql(':memory:');
});
afterAll(() => store.close());

let reads = 0;
const read = async () => {
  reads += 1;
  return reads;
};

test('A request reads once in a transaction, and anew in its next one.', async () => {
  const asking = newAsking();
  const twice = () =>
    store.transaction(async (transaction) => [
      await readOnceInside(asking, transaction, 'signer a', read),
      await readOnceInside(asking, transaction, 'signer a', read),
      await readOnceInside(asking, transaction, 'signer b', read),
    ]);
  const [first, again, other] = await twice();
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(await twice()).not.toContain(first);
});

test('Requests that share a transaction’s commit share nothing that they read.', async () => {
  const [one, another] = await Promise.all(
    [newAsking(), newAsking()].map((asking) =>
      store.transaction((transaction) => readOnceInside(asking, transaction, 'signer a', read)),
    ),
  );
  expect(one).not.toBe(another);
});

test('Outside of a transaction, and after a failure, it is read each time.', async () => {
  const asking = newAsking();
  const outside = () => store.read((db) => readOnceInside(asking, db, 'signer a', read));
  expect(await outside()).not.toBe(await outside());
  await store.transaction(async (transaction) => {
    const fails = readOnceInside(asking, transaction, 'signer a', () => Promise.reject(new Error('gone')));
    await expect(fails).rejects.toThrow('gone');
    expect(await readOnceInside(asking, transaction, 'signer a', read)).toBe(reads);
  });
});
