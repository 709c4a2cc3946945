import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { countries } from '../../src/login/countries.js';
import { guessCountry, nameCountries, splitInternational } from '../../src/login/countryOf.js';
import { toE164 } from '../../src/login/phone.js';

const country = (code: string) => countries.find((each) => each.code === code);

describe('a typed number becomes E.164', () => {
  test.each([
    ['DE', '0151 23456789', '+4915123456789'],
    ['DE', '151 23456789', '+4915123456789'],
    ['GB', '07400 123456', '+447400123456'],
    ['US', '(201) 555-0123', '+12015550123'],
    ['US', '1 201 555 0123', '+12015550123'],
    ['RU', '8 912 345-67-89', '+79123456789'],
    ['BY', '8 029 491-19-11', '+375294911911'],
    ['HU', '06 20 123 4567', '+36201234567'],
    ['IT', '312 345 6789', '+393123456789'],
    ['CI', '01 23 45 67 89', '+2250123456789'],
    ['BJ', '01 95 12 34 56', '+2290195123456'],
    ['DE', '+44 7400 123456', '+447400123456'],
    ['DE', '0044 7400 123456', '+447400123456'],
    ['DE', '+44 (0)7400 123456', '+447400123456'],
    ['EG', '٠١٠٠ ١٢٣ ٤٥٦٧', '+201001234567'],
    ['DE', '+٢٠ ١٠٠ ١٢٣ ٤٥٦٧', '+201001234567'],
    ['IR', '۰۹۱۲ ۳۴۵ ۶۷۸۹', '+989123456789'],
    ['JP', '０９０－１２３４－５６７８', '+819012345678'],
    ['US', '＋８１ ９０ １２３４ ５６７８', '+819012345678'],
  ])('%s %s', (code, typed, e164) => expect(toE164({ country: country(code), typed })).toBe(e164));

  test('without a country only an international number is valid', () => {
    expect(toE164({ country: undefined, typed: '+49 151 23456789' })).toBe('+4915123456789');
    expect(toE164({ country: undefined, typed: '0151 23456789' })).toBeUndefined();
  });
  test.each(['', '12', '12345678901234567', 'ada@example.com', '+'])('%j is no number', (typed) =>
    expect(toE164({ country: country('DE'), typed })).toBeUndefined(),
  );
});

describe('a pasted international number chooses its country', () => {
  const split = (typed: string, chosen?: string) => {
    const parts = splitInternational(typed, countries, chosen === undefined ? undefined : country(chosen));
    return parts && [parts.country.code, parts.typed];
  };
  test('by its dialling code', () => expect(split('+49 151 23456789', 'US')).toEqual(['DE', '15123456789']));
  test('also in the digits of another keyboard', () =>
    expect(split('٠٠٢٠ ١٠٠ ١٢٣ ٤٥٦٧')).toEqual(['EG', '1001234567']));
  test('also after 00', () => expect(split('0049 151 23456789')).toEqual(['DE', '15123456789']));
  test('the main country where several share the code', () =>
    expect(split('+1 201 555 0123')).toEqual(['US', '2015550123']));
  test('the chosen country where it shares the code', () =>
    expect(split('+1 416 555 0123', 'CA')).toEqual(['CA', '4165550123']));
  test('a national number chooses none', () => expect(split('0151 23456789', 'DE')).toBeUndefined());
});

describe('the countries', () => {
  test.each([
    ['de-AT', 'AT'],
    ['de', 'DE'],
    ['en', 'US'],
    ['pt', 'BR'],
    ['zh-Hant', 'TW'],
    ['en-GB@posix', 'GB'],
    ['*', undefined],
  ])('%s guesses %s', (language, code) => expect(guessCountry(language, countries)?.code).toBe(code));

  test('are named and ordered in the language of the person', () => {
    const names = nameCountries(countries, 'de').map(({ name }) => name);
    expect(names).toContain('Österreich');
    expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Portugal'));
    expect(names).toHaveLength(countries.length);
  });
  test.each(['en-US@posix', '*', ''])('are named even where the browser calls its language %j', (language) =>
    expect(nameCountries(countries, language).map(({ name }) => name)).toContain('Germany'),
  );
  test('have one dialling code each, and no code begins another', () => {
    const dials = [...new Set(countries.map(({ dial }) => dial))];
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
    expect(dials.filter((dial) => dials.some((other) => other !== dial && other.startsWith(dial)))).toEqual([]);
  });
  test('cost at most 3 KiB', () => {
    const text = readFileSync(new URL('../../src/login/countries.ts', import.meta.url));
    expect(gzipSync(text).length).toBeLessThan(3072);
  });
});
