import { expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { oneIn, someBodies } from './shapes/bodies.js';
import { type Call, calls } from './shapes/calls.js';
import { fitting } from './shapes/schema.js';
import { timeShapes } from './shapes/shapes.js';

test('A-47 no body of any call breaks its reader or is read for more than 100 ms, whatever any member contains', () => {
  const { bodies, faults } = timeShapes(oneIn(5, someBodies()));
  expect(faults).toEqual([]);
  expect(bodies).toBeGreaterThan(100);
});

test.each(calls)('the request that $name is made of fits', ({ around, schema, read }) => {
  const body = utf8(JSON.stringify(around(fitting(schema))));
  expect(() => read(body)).not.toThrow();
});

test('a call that reads a text again and again is found, and so is one that throws', () => {
  const [call] = calls as [Call, ...Call[]];
  const text = '=?a'.repeat(20_000);
  const slow = { ...call, read: () => void /^(?!.*=\?.*\?=)/.test(text) };
  const broken = { ...call, read: () => call.read(undefined as never) };
  const body = () => utf8('{}');
  expect(timeShapes([{ call: slow, what: 'a text', body }]).faults).toEqual([
    expect.stringMatching(/^takes .* a text$/),
  ]);
  expect(timeShapes([{ call: broken, what: 'nothing', body }]).faults).toEqual([
    expect.stringMatching(/^throws TypeError: .* nothing$/),
  ]);
  expect(timeShapes([]).faults).toEqual(['there was no body to look at']);
});
