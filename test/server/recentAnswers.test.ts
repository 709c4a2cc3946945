import { expect, test } from 'vitest';
import { recentAnswers } from '../../src/server/recentAnswers.js';

test('ten thousand answers are kept, and the oldest is dropped', async () => {
  const recent = recentAnswers<number>({ maxAgeSeconds: 60, clock: () => 0 });
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return asked;
  };
  for (let number = 0; number <= 10_000; number += 1) await recent(String(number), ask);
  expect(await recent('1', ask)).toBe(2);
  expect(await recent('10000', ask)).toBe(10_001);
  expect(await recent('0', ask)).toBe(10_002);
});
