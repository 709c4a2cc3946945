import { expect, test } from 'vitest';
import { jsonInSlices } from '../../../src/service/http/jsonInSlices.js';

test('A-64: a long list is written item by item, to the same text', async () => {
  let stretches = 0;
  const write = (value: unknown) =>
    jsonInSlices(value, (run) => {
      stretches += 1;
      return run();
    });
  const items = Array.from({ length: 50 }, (_, at) => ({ at, text: 'ü"\u2028', none: undefined, list: [at] }));
  const values = [
    { items, next: '1' },
    { next: undefined, items, other: items },
    { items: [...items, undefined, null, 1, 'text'] },
    { items: items.slice(0, 2) },
    {},
    { none: undefined },
    { items: [...items], none: undefined },
    items,
    'text',
    null,
    { toJSON: () => 'own', items },
  ];
  for (const value of values) expect((await write(value)).join('')).toBe(JSON.stringify(value));
  stretches = 0;
  await write({ items });
  expect(stretches).toBe(50);
});

test('A-66: no piece of a long list is longer than 64 Ki characters and one item', async () => {
  const items = Array.from({ length: 40 }, () => 'x'.repeat(30_000));
  const pieces = await jsonInSlices({ items }, (run) => run());
  expect(pieces.join('')).toBe(JSON.stringify({ items }));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(65_536 + 30_010);
});
