import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonError, maxJsonDepth, maxJsonValues, readStrictJson } from '../../src/contract/strictJson.js';
import { nearlyJson } from '../support/json/nearlyJson.js';
import { strictly } from '../support/json/strictReader.js';

/** The value that our reader returns; `undefined` for a refusal. */
function ours(text: string): unknown {
  try {
    return readStrictJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

const nested = (levels: number, open: string, close: string, inner = '') =>
  open.repeat(levels) + inner + close.repeat(levels);

describe('T-24 strict JSON', () => {
  test.each([
    ['a name twice', '{"a":1,"a":1}'],
    ['a name twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['a name twice, far below', '{"b":[{"c":{"a":1,"d":2,"a":1}}]}'],
    ['__proto__', '{"__proto__":null}'],
    ['__proto__, escaped', '{"\\u005f_proto__":1}'],
    ['constructor', '{"a":{"constructor":{}}}'],
    ['33 arrays', nested(maxJsonDepth + 1, '[', ']')],
    ['33 objects', nested(maxJsonDepth + 1, '{"a":', '}', '1')],
    ['a lone high surrogate', '"\\ud800"'],
    ['a lone low surrogate', '"\\udc00"'],
    ['surrogates in the wrong order', '"\\udc00\\ud800"'],
    ['an unescaped lone surrogate', `"${'\ud800'}"`],
    ['a lone surrogate in a name', '{"\\ud83d":1}'],
    ['U+0000', '"\\u0000"'],
    ['U+0000 in a name', '{"a\\u0000":1}'],
    ['a raw control character', '"\t"'],
    ['a byte order mark', '\ufeff{}'],
    ['a space that JSON does not know', '\u00a0{}'],
    ['a number beyond a double', '1e309'],
    ['a number beyond a double, negative', '-1e309'],
    ['a leading zero', '01'],
    ['a leading plus', '+1'],
    ['a bare fraction', '.5'],
    ['a fraction without digits', '1.'],
    ['an exponent without digits', '1e'],
    ['hexadecimal', '0x1'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['a minus alone', '-'],
    ['single quotes', "'a'"],
    ['an unquoted name', '{a:1}'],
    ['a trailing comma in an object', '{"a":1,}'],
    ['a trailing comma in an array', '[1,]'],
    ['a hole', '[,1]'],
    ['a comment', '{}/**/'],
    ['something behind', '{} {}'],
    ['an unknown escape', '"\\x41"'],
    ['a short escape', '"\\u12"'],
    ['an open string', '"a'],
    ['a string that ends in an escape', '"\\'],
    ['an open object', '{"a":1'],
    ['an upper-case word', 'True'],
    ['a word cut off', 'nul'],
    ['nothing', ''],
    ['white space', ' \n'],
  ])('%s is refused', (_what, text) => {
    expect(() => readStrictJson(text)).toThrow(JsonError);
    expect(strictly(text)).toBeUndefined();
  });

  test.each([
    ['32 levels', nested(maxJsonDepth, '[', ']')],
    ['a pair of surrogates, escaped', '"\\ud83d\\ude00"'],
    ['a pair of surrogates, half escaped in name and value', '{"😀":"\\uD83D\\uDE00"}'],
    ['names that only look reserved', '{"proto":1,"prototype":2,"toString":3,"hasOwnProperty":4}'],
    ['one name at two levels', '{"a":{"a":{"a":[{"a":1},{"a":2}]}}}'],
    ['every escape', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041"'],
    ['every kind of number', '[0,-0,1,-1,0.5,1e5,1E+5,1e-5,123456789012345678901234567890]'],
    ['white space everywhere', ' { "a" : [ 1 , true , false , null ] } \r\n\t'],
    ['U+2028', '"\u2028"'],
    ['U+007F', '"\u007f"'],
  ])('%s is parsed as by every parser', (_what, text) => {
    expect(readStrictJson(text)).toEqual(JSON.parse(text));
    expect(strictly(text)).toEqual(JSON.parse(text));
  });

  test('a refusal names the place and the reason, and nothing of the text', () => {
    expect(() => readStrictJson('{"otpCode":"428117","otpCode":1}')).toThrow(
      /^Not strict JSON at character \d+: a name occurs twice\.$/,
    );
  });

  test('a hundred thousand open brackets are refused as quickly as thirty-three', () => {
    expect(() => readStrictJson('['.repeat(100_000))).toThrow(/too deep/);
    expect(() => readStrictJson('{"a":'.repeat(100_000))).toThrow(/too deep/);
  });

  test('T-56: more values than any request has are refused, so that no schema has to look at each of half a million', () => {
    const list = (length: number) => `[${Array(length).fill('{}').join(',')}]`;
    expect(readStrictJson(list(maxJsonValues - 1))).toHaveLength(maxJsonValues - 1); // the list is one, too
    expect(() => readStrictJson(list(maxJsonValues))).toThrow(/too many values/);
    expect(() => readStrictJson(list(340_000))).toThrow(/too many values/);
  });

  test('of texts that are nearly JSON, both strict readers take the same ones, and read in them what JSON.parse reads', () => {
    let taken = 0;
    fc.assert(
      fc.property(nearlyJson(), (text) => {
        const read = ours(text);
        expect(read).toEqual(strictly(text));
        if (read === undefined) return;
        taken += 1;
        expect(read).toEqual(JSON.parse(text));
      }),
      { numRuns: 10_000 },
    );
    expect(taken).toBeGreaterThan(500);
  });

  test('what a program writes is read back, as long as it holds nothing forbidden', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
    const name = text.filter((value) => value !== '__proto__' && value !== 'constructor');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(null, true, false),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        text,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (written) => {
        const read = readStrictJson(JSON.stringify(written));
        expect(JSON.stringify(read)).toBe(JSON.stringify(written));
      }),
      { numRuns: 2000 },
    );
  });
});
