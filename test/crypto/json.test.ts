import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJsonObject } from '../../src/crypto/json.js';
import { codeOf, errorOf, printed } from '../support/errors.js';

test('every object that JSON can write is read', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(readJsonObject(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 200 },
  );
});

test('colons, quotes and backslashes in strings are no members', () => {
  const tricky = { 'a:"b': '":"', '\\': '\\":', c: ['{"d":1}', { e: ':' }] };
  expect(readJsonObject(JSON.stringify(tricky))).toEqual(tricky);
});

test('a member that is named twice is refused, however it is spelt', async () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{ "a" : 1 , "b" : {"c":1,"c":1} }',
    '{"a":[{"b":1},{"b":1,"b":2}]}',
    '{"a":{"b":1,"c":2},"a":3}',
    '{"__proto__":1,"__proto__":2}',
  ]) {
    expect(await codeOf(() => readJsonObject(text)), text).toBe('JSON_MALFORMED');
  }
});

test('`__proto__` is a member like any other', () => {
  const read = readJsonObject('{"__proto__":{"exp":1}}');
  expect(read.exp).toBeUndefined();
  expect(Object.keys(read)).toEqual(['__proto__']);
});

test('anything that is not an object is refused, and not repeated in the message', async () => {
  for (const text of ['', 'null', '[]', '1', '"text"', '{', '{}x', '\ufeff{}', "{'a':1}", '{"a":1,}', 'secret']) {
    expect(await codeOf(() => readJsonObject(text)), text).toBe('JSON_MALFORMED');
  }
  expect(printed(await errorOf(() => readJsonObject('secret')))).not.toContain('secret');
});
