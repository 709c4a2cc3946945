import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFairShares, type FairShares, type Work } from '../../../src/service/limits/fairShares.js';
import type { ShareHolder } from '../../../src/service/limits/shares.js';

// The clock of this file stands still but where a test moves it; timers follow it.

const share = { ms: 250, running: 2 };
const organization = (name: string): ShareHolder => ({ group: 'organizations', name, share });
const address = (name: string): ShareHolder => ({ group: 'addresses', name, share: { ms: 500, running: 4 } });
const user = (of: string, name: string): ShareHolder => ({
  group: `users of ${of}`,
  name,
  share: { ms: 125, running: 1 },
});

let shares: FairShares;
let nowMs: number;
let busyMs: number | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 0;
  busyMs = undefined;
  shares = createFairShares(
    { waitMs: 2000 },
    () => nowMs,
    () => busyMs,
  );
});

afterEach(() => {
  vi.useRealTimers();
});

/** Holds the event loop, as far as the shares can know. */
const hold = (work: Work, ms: number) =>
  work.charge(() => {
    nowMs += ms;
  });

async function pass(ms: number) {
  for (let passedMs = 0; passedMs < ms; passedMs += 10) {
    nowMs += 10;
    await vi.advanceTimersByTimeAsync(10);
  }
}

/** A request that waits or runs; `begun`: its work, once it runs; `refusal`: once it was refused. */
function ask(...holders: ShareHolder[]) {
  const asked: { begun?: Work; refusal?: { code: string; retryAfterMs: number } } = {};
  shares.begin(holders).then(
    (work) => {
      asked.begun = work;
    },
    (refusal) => {
      asked.refusal = refusal;
    },
  );
  return asked;
}

async function asked(...holders: ShareHolder[]) {
  const one = ask(...holders);
  await pass(0);
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(0);
  return one;
}

/** Uses up an organization's second. */
async function spend(...holders: ShareHolder[]) {
  const { begun } = await asked(...holders);
  if (!begun) throw new Error('nothing stands in its way');
  hold(begun, 400);
  begun.end();
}

describe('A-66: a tenant', () => {
  test('uses everything while nobody else is there', async () => {
    for (let turn = 0; turn < 20; turn += 1) await spend(organization('one'), address('a'));
    const many = await Promise.all(Array.from({ length: 16 }, () => asked(organization('two'), address('b'))));
    expect(many.every(({ begun }) => begun)).toBe(true);
    expect(shares.state()).toEqual({ running: 16, waiting: 0 });
  });

  test('that is alone begins no more than what is soon done with', async () => {
    for (let turn = 0; turn < 40; turn += 1) await spend(organization('one'));
    const two = [await asked(organization('one')), await asked(organization('one'))];
    expect(two.every(({ begun }) => begun)).toBe(true);
    expect((await asked(organization('one'))).begun).toBeUndefined();
    two[0]?.begun?.end();
    expect(shares.state()).toEqual({ running: 2, waiting: 0 });
  });

  test('beyond its time waits while others are there, and goes on when they are gone', async () => {
    await spend(organization('one'));
    const other = await asked(organization('other'));
    const waiting = await asked(organization('one'));
    expect(waiting).toEqual({});
    other.begun?.end();
    await pass(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting.begun).toBeDefined();
  });

  test('waits until its second is over where others stay', async () => {
    await spend(organization('one'));
    await asked(organization('other'));
    const waiting = await asked(organization('one'));
    await pass(500);
    expect(waiting).toEqual({});
    await pass(200);
    expect(waiting.begun).toBeDefined();
  });

  test('runs two requests at once where others are there, and no third', async () => {
    await asked(organization('other'));
    const three = [];
    for (let count = 0; count < 3; count += 1) three.push(await asked(organization('one')));
    expect(three.map(({ begun }) => begun !== undefined)).toEqual([true, true, false]);
    expect((await asked(organization('third'))).begun).toBeDefined();
  });

  test('is told TOO_MUCH_WORK and when to come again after two seconds', async () => {
    await asked(organization('other'));
    await asked(organization('one'));
    await asked(organization('one'));
    const third = await asked(organization('one'));
    await pass(1990);
    expect(third).toEqual({});
    await pass(20);
    expect(third.refusal).toMatchObject({ code: 'TOO_MUCH_WORK', status: 429, retryAfterMs: 1000 });
    expect(shares.state()).toEqual({ running: 3, waiting: 0 });
  });

  test('has at most 64 requests that wait', async () => {
    await asked(organization('other'));
    for (let count = 0; count < 66; count += 1) await asked(organization('one'));
    expect(shares.state()).toEqual({ running: 3, waiting: 64 });
    expect((await asked(organization('one'))).refusal).toMatchObject({ code: 'TOO_MUCH_WORK' });
    expect(shares.state()).toEqual({ running: 3, waiting: 64 });
  });

  test('is charged less than two of its seconds, however long it was alone', async () => {
    for (let turn = 0; turn < 20; turn += 1) await spend(organization('one'));
    await asked(organization('other'));
    const waiting = await asked(organization('one'));
    await pass(1100);
    expect(waiting.begun).toBeDefined();
  });
});

test('A-66: queues are served in turn by tenant, and within one by user', async () => {
  const first = await asked(organization('other'));
  const order: string[] = [];
  for (const name of ['one', 'two']) await spend(organization(name));
  const queue = async (name: string, who: string) =>
    void shares.begin([organization(name), user(name, who)]).then((work) => {
      order.push(`${name} ${who}`);
      work.charge(() => {
        nowMs += 300;
      });
      work.end();
    });
  for (const who of ['a', 'a', 'a', 'b']) await queue('one', who);
  await queue('two', 'c');
  await queue('two', 'c');
  expect(shares.state().waiting).toBe(6);
  first.begun?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['one a', 'two c', 'one b', 'two c', 'one a', 'one a']);
});

test('A-66: an address has one share over all its organizations, and others of their own', async () => {
  await asked(organization('other'), address('b'));
  const many = [];
  for (let count = 0; count < 30; count += 1) many.push(await asked(organization(`${count}`), address('a')));
  expect(many.filter(({ begun }) => begun)).toHaveLength(4);
  expect((await asked(organization('third'), address('c'))).begun).toBeDefined();
  expect((await asked(organization('fourth'))).begun).toBeDefined();
});

test('A-66: a user holds at most half of an organization while others of it are there', async () => {
  await asked(organization('other'));
  const one = await asked(organization('one'), user('one', 'a'));
  const mine = await asked(organization('one'), user('one', 'b'));
  const again = await asked(organization('one'), user('one', 'b'));
  one.begun?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect([mine.begun !== undefined, again.begun !== undefined]).toEqual([true, true]);
  const third = await asked(organization('one'), user('one', 'a'));
  expect(third).toEqual({});
  again.begun?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(third.begun).toBeDefined();
});

test('A-66: what a request does before it is known whose it is stays where it was charged', async () => {
  const stranger = organization('stranger at a');
  const { begun } = await asked(stranger);
  if (!begun) throw new Error('nothing stands in its way');
  hold(begun, 400);
  await begun.goOnFor([organization('one')]);
  await asked(organization('other'));
  expect((await asked(organization('one'))).begun).toBeDefined();
  expect((await asked(stranger)).begun).toBeUndefined();
});

test('A-66: where all are beyond their share, one runs at a time, and nothing stands still', async () => {
  const names = ['one', 'two', 'three'];
  for (const name of names) await spend(organization(name));
  const first = await asked(organization('one'));
  const others = [await asked(organization('two')), await asked(organization('three'))];
  expect([first, ...others].map(({ begun }) => begun !== undefined)).toEqual([true, false, false]);
  first.begun?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(others.map(({ begun }) => begun !== undefined)).toEqual([true, false]);
});

test('A-66: a request is charged what requests cost here, though nobody sees in which of them the time goes', async () => {
  busyMs = 0;
  shares = createFairShares(
    { waitMs: 2000 },
    () => nowMs,
    () => busyMs,
  );
  const other = await asked(organization('other'));
  const ended = async (name: string) => {
    const { begun } = await asked(organization(name));
    if (!begun) return false;
    busyMs = (busyMs ?? 0) + 5;
    begun.end();
    return true;
  };
  for (let count = 0; count < 200; count += 1) await ended(`organization ${count}`);
  other.begun?.end();
  await asked(organization('other'));
  let requests = 0;
  while (requests < 200 && (await ended('one'))) requests += 1;
  // A share of 250 ms; half of the 5 ms is charged when it begins, half when it goes on as whose it is.
  expect(requests).toBeGreaterThan(95);
  expect(requests).toBeLessThan(110);
});
