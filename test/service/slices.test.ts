import { afterEach, expect, test, vi } from 'vitest';
import { inSlices, roomInTurn } from '../../src/service/slices.js';
import { countTurns } from '../support/countTurns.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** From now on, in a turn of the event loop that nobody has used, time passes only by what is returned. */
async function stopTime(): Promise<(ms: number) => void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  return (ms) => {
    nowMs += ms;
  };
}

test('answers come in the order of the items, of parts that wait, too', async () => {
  const doubled = await inSlices([3, 1, 2], async (item) => {
    await new Promise((resolve) => setTimeout(resolve, item));
    return item * 2;
  });
  expect(doubled).toEqual([6, 2, 4]);
});

test('others have their turn while long work is done', async () => {
  const order: string[] = [];
  const busy = inSlices(['first', 'second', 'third'], (item) => {
    const begunAtMs = performance.now();
    while (performance.now() - begunAtMs < 11);
    order.push(item);
  });
  setImmediate(() => order.push('another'));
  await busy;
  expect(order.indexOf('another')).toBeLessThan(order.indexOf('third'));
});

test('an error of a part ends the work, and no later part begins', async () => {
  const begun: number[] = [];
  const failing = inSlices([1, 2, 3], (item) => {
    begun.push(item);
    if (item === 2) throw new RangeError('of the second part');
  });
  await expect(failing).rejects.toThrow('of the second part');
  expect(begun).toEqual([1, 2]);
});

test('A-66: however many have long work to do, one piece of it is done between two turns of the event loop', async () => {
  const pass = await stopTime();
  const at: number[] = [];
  const { turn, stop } = countTurns();
  const works = Array.from({ length: 5 }, () =>
    inSlices([1, 2, 3], () => {
      at.push(turn());
      pass(5);
    }),
  );
  await Promise.all(works);
  stop();
  expect(at).toHaveLength(15);
  expect(new Set(at).size).toBe(15);
});

test('A-66: short work of many shares a turn', async () => {
  const pass = await stopTime();
  const { turn, stop } = countTurns();
  await Promise.all(Array.from({ length: 3 }, () => inSlices([1], () => pass(0.3))));
  await roomInTurn(0);
  stop();
  expect(turn()).toBe(0);
});

test('A-66: where a turn is used up, who has used less goes on before who has used more, and before long work', async () => {
  const pass = await stopTime();
  const order: string[] = [];
  const long = inSlices(['first', 'second', 'third'], (item) => {
    order.push(item);
    pass(5);
  });
  const coming = [3, 1, 2, 1].map((used, index) =>
    roomInTurn(used).then(() => {
      order.push(`${used} of ${index}`);
      pass(5);
    }),
  );
  await Promise.all([long, ...coming]);
  expect(order).toEqual(['first', '1 of 1', 'second', '1 of 3', 'third', '2 of 2', '3 of 0']);
});

test('A-66: long work has every second turn to itself, however much those use who come', async () => {
  const pass = await stopTime();
  const order: string[] = [];
  const long = inSlices([5, ...Array.from({ length: 6 }, () => 0.4)], (ms) => {
    order.push('part');
    pass(ms);
  });
  const coming = [1, 2, 3].map((used) =>
    roomInTurn(used).then(() => {
      order.push('newcomer');
      pass(5);
    }),
  );
  await Promise.all([long, ...coming]);
  const slice = ['part', 'part', 'part'];
  expect(order).toEqual(['part', 'newcomer', ...slice, 'newcomer', ...slice, 'newcomer']);
});

test('A-66: who has used a little of their share is not overtaken for ever by those who come and have used nothing', async () => {
  const pass = await stopTime();
  await roomInTurn(0);
  pass(5); // the turn is used
  let isIn = false;
  const used = roomInTurn(0.01).then(() => {
    isIn = true;
    pass(5);
  });
  let came = 0;
  while (!isIn && came < 100) {
    const fresh = [roomInTurn(0), roomInTurn(0)].map((each) => each.then(() => pass(5)));
    came += fresh.length;
    await fresh[0];
  }
  await used;
  expect(came).toBeLessThan(10);
});
