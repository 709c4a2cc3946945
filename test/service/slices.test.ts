import { expect, test } from 'vitest';
import { inSlices } from '../../src/service/slices.js';

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
