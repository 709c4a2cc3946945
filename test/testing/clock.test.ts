import { expect, test } from 'vitest';
import { createTestClock } from '../../src/testing/clock.js';

test('a test clock stands still until it is moved', async () => {
  const clock = createTestClock(1_000);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(clock()).toBe(1_000);
  clock.advanceMs(250);
  expect(clock()).toBe(1_250);
});

test('it begins now by default', () => {
  const before = Date.now();
  const nowMs = createTestClock()();
  expect(nowMs).toBeGreaterThanOrEqual(before);
  expect(nowMs).toBeLessThanOrEqual(Date.now());
});
