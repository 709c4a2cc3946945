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
    items,
    'text',
    null,
    { toJSON: () => 'own', items },
  ];
  for (const value of values) expect(await write(value)).toBe(JSON.stringify(value));
  stretches = 0;
  await write({ items });
  expect(stretches).toBe(50);
});
