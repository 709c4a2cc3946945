import { expect, test } from 'vitest';
import { inBatch, readOptions, scaled } from './options.js';

test('without options a run is full, and its results are stored', () => {
  const { names, options, run } = readOptions([]);
  expect({ names, run }).toEqual({ names: [], run: 'full' });
  expect(options).toEqual({ scale: 1, batch: 1, sizes: [3, 4, 5, 6] });
  expect(scaled(40, options)).toBe(40);
  expect(inBatch(5000, options)).toBe(5000);
});

test('a run with fewer repetitions or other sizes is shorter, and each repetition does as much', () => {
  const { names, options, run } = readOptions(['page', 'kit', '--scale', '0.1']);
  expect({ names, run }).toEqual({ names: ['page', 'kit'], run: 'shorter' });
  expect(scaled(40, options)).toBe(4);
  expect(inBatch(5000, options)).toBe(5000);
  expect(readOptions(['growth', '--sizes', '3,4'])).toMatchObject({ options: { sizes: [3, 4] }, run: 'shorter' });
});

test('the smallest run does each thing once, and little of it', () => {
  const { options, run } = readOptions(['--smallest']);
  expect(run).toBe('smallest');
  expect(options.sizes).toEqual([1, 2]);
  expect(scaled(1000, options)).toBe(1);
  expect(inBatch(5000, options)).toBe(50);
  expect(inBatch(20, options)).toBe(1);
  expect(readOptions(['--smallest', '--scale', '1', '--sizes', '3,4,5,6']).run).toBe('smallest');
});

test('an option that is no number, or is not known, is an error', () => {
  expect(() => readOptions(['--scale', 'much'])).toThrow('--scale takes a number, not much.');
  expect(() => readOptions(['--sizes', '3,,5'])).toThrow('--sizes takes a number, not .');
  expect(() => readOptions(['--small'])).toThrow(/--small/);
});
