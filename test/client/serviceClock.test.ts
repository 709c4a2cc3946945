import { expect, test } from 'vitest';
import { serviceClock } from '../../src/client/serviceClock.js';

const noonMs = Date.parse('2026-01-01T12:00:00Z');
const noon = 'Thu, 01 Jan 2026 12:00:00 GMT';

test('a clock that is right stays as it is', () => {
  const clock = serviceClock(() => noonMs + 3_000);
  clock.learn(noon, noonMs - 1_000);
  expect(clock.now()).toBe(noonMs + 3_000);
});

test('a clock that is wrong is corrected by half a second at most', () => {
  const clock = serviceClock(() => noonMs + 7_200_000);
  clock.learn(noon, noonMs + 7_200_000);
  expect(Math.abs(clock.now() - noonMs)).toBeLessThanOrEqual(500);
  expect(clock.onDevice()).toBe(noonMs + 7_200_000);
  expect(clock.toDevice(clock.now())).toBe(clock.onDevice());
});

test('a clock that was corrected is trusted again', () => {
  let deviceMs = noonMs + 7_200_000;
  const clock = serviceClock(() => deviceMs);
  clock.learn(noon, deviceMs);
  deviceMs = noonMs;
  clock.learn(noon, deviceMs);
  expect(Math.abs(clock.now() - noonMs)).toBeLessThanOrEqual(500);
});

test.each([null, '', 'yesterday'])('the Date %j changes nothing', (date) => {
  const clock = serviceClock(() => noonMs);
  clock.learn(date, noonMs);
  expect(clock.now()).toBe(noonMs);
});
