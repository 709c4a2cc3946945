import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isBytes, isMemory } from '../../../src/service/store/isBytes.js';
import { storable } from '../../../src/service/store/values.js';

const foreign = (source: string): unknown => runInNewContext(source);

test('bytes of another realm are bytes, as under jsdom and Jest every driver’s are', () => {
  const bytes = foreign('new Uint8Array([1, 2])');
  expect(bytes).not.toBeInstanceOf(Uint8Array);
  expect([bytes, Buffer.of(1), new Uint8Array(1)].map(isBytes)).toEqual([true, true, true]);
  expect([foreign('new ArrayBuffer(2)'), new ArrayBuffer(2)].map(isMemory)).toEqual([true, true]);
  expect(storable(bytes)).toBe(bytes);
});

test('nothing else is', () => {
  for (const value of [null, undefined, 1, 'text', [1], {}, new DataView(new ArrayBuffer(1)), new Int8Array(1)]) {
    expect([isBytes(value), isMemory(value)]).toEqual([false, false]);
  }
  expect(() => storable(foreign('new Int8Array(1)'))).toThrow(/a value of type object/);
});
