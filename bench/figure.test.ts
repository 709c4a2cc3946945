import { expect, test } from 'vitest';
import { faultsOf } from './figure.js';

const figure = { name: 'service from start to ready', ours: '304 ms', goal: '≤ 400 ms', reached: true };

test('a figure that misses its goal is a figure', () => {
  expect(faultsOf([figure, { ...figure, ours: '1,304 ms', reached: false }])).toEqual([]);
});

test('a figure that a number is missing from was not measured, and neither were those of an empty list', () => {
  expect(faultsOf([figure, { ...figure, ours: 'NaN ms' }])).toEqual(['service from start to ready: NaN ms']);
  expect(faultsOf([{ ...figure, spread: 'p25–p75 NaN–NaN ms' }])).toHaveLength(1);
  expect(faultsOf([])).toEqual(['There are no figures.']);
});
