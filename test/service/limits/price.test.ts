import { expect, test } from 'vitest';
import { createPrice, loopBusyMs } from '../../../src/service/limits/price.js';

/** A price after so many requests that each kept the loop busy for so long. */
function priceAfter(requests: number, { busyMs, chargedMs = 0 }: { busyMs: number; chargedMs?: number }): number {
  let loopMs = 1000;
  const price = createPrice(() => loopMs);
  for (let count = 0; count < requests; count += 1) {
    loopMs += busyMs;
    price.ended(chargedMs);
  }
  return price.ofRequest();
}

test('A request costs half a millisecond until some have been measured.', () => {
  expect(priceAfter(0, { busyMs: 4 })).toBe(0.5);
  expect(priceAfter(15, { busyMs: 4 })).toBe(0.5);
});

test('A request costs what the loop was busy with beside what was charged by name.', () => {
  expect(priceAfter(400, { busyMs: 4 })).toBeCloseTo(4, 1);
  expect(priceAfter(400, { busyMs: 24, chargedMs: 20 })).toBeCloseTo(4, 1);
});

test('The price follows slowly, and stays within its bounds.', () => {
  expect(priceAfter(16, { busyMs: 4.5 })).toBeCloseTo(1.5);
  expect(priceAfter(400, { busyMs: 500 })).toBeCloseTo(10, 1);
  expect(priceAfter(400, { busyMs: 1, chargedMs: 5 })).toBe(0.5);
});

test('Where nothing tells how busy the loop is, the price stays.', () => {
  const price = createPrice(() => undefined);
  for (let count = 0; count < 100; count += 1) price.ended(3);
  expect(price.ofRequest()).toBe(0.5);
});

test('Node tells how busy its loop is.', () => {
  const before = loopBusyMs() ?? Number.NaN;
  for (const untilMs = performance.now() + 5; performance.now() < untilMs; );
  expect(loopBusyMs()).toBeGreaterThan(before);
});
