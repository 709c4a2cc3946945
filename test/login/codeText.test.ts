import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeCharacters, codeIn } from '../../src/login/codeText.js';

const six = { length: 6, alphanumeric: false };
const nine = { length: 9, alphanumeric: true };

describe('a code is found in what was pasted', () => {
  test.each([
    '123456',
    ' 123456\n',
    '123 456',
    '123-456',
    '123–456',
    '1 2 3 4 5 6',
    'Your code is 123-456',
    'Your code is 123456. It expires in 5 minutes.',
    '123456 is your Example code.\n\n@app.example.com #123456',
    'On 2026-11-21 at 10:31 we sent 123456 to you',
    'Nov 21 2026: 123456',
    '١٢٣٤٥٦',
    '１２３４５６',
  ])('%j', (text) => expect(codeIn(text, six)).toBe('123456'));

  test.each([
    '7KQ2M9XPA',
    '7kq2m9xpa',
    '7KQ-2M9-XPA',
    '7kq 2m9 xpa',
    'Your one-time code is 7KQ2M9XPA.',
    'Use 7KQ-2M9-XPA, please',
  ])('%j', (text) => expect(codeIn(text, nine)).toBe('7KQ2M9XPA'));

  test('a code of letters alone is told from the words around it by its capitals', () =>
    expect(codeIn('Your secure one-time password: KQRMXPAWH', nine)).toBe('KQRMXPAWH'));

  test('O, I and L are read as the digits they look like', () => expect(codeIn('oilOIL777', nine)).toBe('011011777'));

  test('any code of any length comes out of any sentence without digits', () => {
    const words = fc.stringMatching(/^[a-z ,.:]*$/);
    const code = fc.integer({ min: 6, max: 9 }).chain((length) => fc.stringMatching(new RegExp(`^\\d{${length}}$`)));
    fc.assert(
      fc.property(words, code, words, (before, digits, after) => {
        expect(codeIn(`${before} ${digits} ${after}`, { length: digits.length, alphanumeric: false })).toBe(digits);
      }),
    );
  });
});

describe('what holds no whole code is not taken for one', () => {
  test.each(['', '12345', '1234567', '123-4567', '2026-11-21', 'call 0800 123 456 789', 'hello'])('%j', (text) =>
    expect(codeIn(text, six)).toBeUndefined(),
  );
  test.each(['password', 'your password please', '7KQ2M9XP', '7KQ2M9XPUA'])('%j', (text) =>
    expect(codeIn(text, nine)).toBeUndefined(),
  );
});

describe('what is typed', () => {
  test('keeps digits and nothing else', () => expect(codeCharacters('1a2 3-٤', six)).toBe('1234'));
  test('keeps Crockford base32 in capitals', () => expect(codeCharacters('7kq u-2oil', nine)).toBe('7KQ2011'));
  test('is not cut to length', () => expect(codeCharacters('1234567890', six)).toBe('1234567890'));
});
