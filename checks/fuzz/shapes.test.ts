import { expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import type { Stopwatch } from './engine/stopwatch.js';
import { oneIn, someBodies } from './shapes/bodies.js';
import { type Call, calls } from './shapes/calls.js';
import { everyOther } from './shapes/others.js';
import { fitting } from './shapes/schema.js';
import { timeShapes } from './shapes/shapes.js';

/** Time stands still: how long a body is read depends on the machine, and is measured by `check:fuzz`. */
const noTime: Stopwatch = () => () => 0;

test('A-47 no body of any call breaks its reader, whatever any member contains, nor what other readers are given', async () => {
  const { bodies, faults } = timeShapes([...oneIn(5, someBodies()), ...(await everyOther())], noTime);
  expect(faults).toEqual([]);
  expect(bodies).toBeGreaterThan(100);
});

test.each(calls)('the request that $name is made of fits', ({ around, schema, read }) => {
  const body = utf8(JSON.stringify(around(fitting(schema))));
  expect(() => read(body)).not.toThrow();
});

test('a call that takes more than 100 ms each time is found, and so is one that throws', () => {
  const [call] = calls as [Call, ...Call[]];
  let nowMs = 0;
  let lasts: number[] = [];
  const slow = () => {
    nowMs += lasts.shift() ?? 901; // more than the slowest machine is allowed
  };
  const stopwatch: Stopwatch = () => {
    const sinceMs = nowMs;
    return () => nowMs - sinceMs;
  };
  const body = () => utf8('{}');
  const faultsOf = (read: Call['read'], what: string) =>
    timeShapes([{ call: { ...call, read }, what, body }], stopwatch).faults;
  expect(faultsOf(slow, 'a text')).toEqual([expect.stringMatching(/^takes 901\.0 ms: .* a text$/)]);
  lasts = Array(9).fill(901).concat(100);
  expect(faultsOf(slow, 'a text')).toEqual([]);
  expect(faultsOf(() => call.read(undefined as never), 'nothing')).toEqual([
    expect.stringMatching(/^throws TypeError: .* nothing$/),
  ]);
  expect(timeShapes([]).faults).toEqual(['there was no body to look at']);
});
