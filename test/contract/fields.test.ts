import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { canonicalEmail } from '../../src/contract/contact.js';
import { headerLabel } from '../../src/contract/emailShapes.js';
import { holdsEncodedWord } from '../../src/contract/encodedWord.js';
import {
  apiPublicKey,
  compressedKey,
  count,
  label,
  milliseconds,
  pagination,
  seconds,
  uuid,
} from '../../src/contract/fields.js';

const takes = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success;

describe('A-47 a text in a header of an e-mail holds no encoded word', () => {
  test.each(['=?utf-8?q?Bank?=', 'My =?a?= App', '=??=', '=?=?=', '=?x', 'x?=', '=?=', '?==?', '= ?a?=', 'App?'])(
    '%s',
    (text) => expect(takes(headerLabel, text)).toBe(!/=\?.*\?=/.test(text)),
  );

  test('and a mebibyte of their beginnings is refused at once', () => {
    const long = '=?a'.repeat(349_525);
    expect(holdsEncodedWord(long)).toBe(false);
    expect(holdsEncodedWord(`${long}?=`)).toBe(true);
    expect(() => canonicalEmail(`${long}@example.com`)).toThrow(expect.objectContaining({ code: 'CONTACT_INVALID' }));
  });
});

describe('T-62 a label is text that people read', () => {
  test.each([
    ['letters of any script', 'Ада Лавлейс, 愛達, עדה'],
    ['an emoji of several code points', '👩‍🚀'],
    ['combining marks', 'e\u0301'],
    ['a non-breaking space', 'Ada\u00a0Lovelace'],
    ['255 characters', 'a'.repeat(255)],
    ['what a query might stumble over', `'; drop table users; --`],
    ['what a page might stumble over', '<script>alert(1)</script>'],
  ])('%s is kept', (_what, text) => {
    expect(v.parse(label, text)).toBe(text);
  });

  test.each([
    ['nothing', ''],
    ['256 characters', 'a'.repeat(256)],
    ['a line feed', 'Ada\nBcc: eve@example.com'],
    ['a carriage return', 'Ada\r'],
    ['NUL', 'Ada\0'],
    ['escape', '\u001b[31mAda'],
    ['delete', 'Ada\u007f'],
    ['a C1 control', 'Ada\u0085'],
    ['a line separator', 'Ada\u2028'],
    ['a paragraph separator', 'Ada\u2029'],
    ...[0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069].map(
      (code): [string, string] => [
        `the bidirectional control U+${code.toString(16)}`,
        `Ada${String.fromCharCode(code)}moc`,
      ],
    ),
  ])('%s is refused', (_what, text) => {
    expect(takes(label, text)).toBe(false);
  });
});

describe('a field has one form', () => {
  const id = '0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e';
  const hex = 'Ab'.repeat(32);
  test.each<[string, v.GenericSchema, unknown[], unknown[]]>([
    ['an id', uuid, [id], [id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `${id} `, '', 1, null]],
    [
      'a P-256 key',
      compressedKey,
      [`02${hex}`, `03${hex}`],
      [`04${hex}`, hex, `02${hex}0`, `0x02${hex}`, `02${'g'.repeat(64)}`],
    ],
    ['a key of any curve', apiPublicKey, [hex, `02${hex}`], [`05${hex}`, `${hex}00`, '']],
    ['milliseconds', milliseconds, ['0', '1745383554864'], ['', '-1', '01', '1e3', '1.5', ' 1', '9'.repeat(17), 1]],
    ['seconds', seconds, ['1', '999999999'], ['0', '-1', '01', '1e3', '1.5', '1000000000', 1]],
    ['a count', count(6, 9), [6, 9], [5, 10, 6.5, '6', '6 ', Number.NaN, null]],
    [
      'a page',
      pagination,
      [{}, { limit: '1' }, { limit: '100' }],
      [{ limit: '0' }, { limit: '101' }, { limit: 1 }, { page: '1' }],
    ],
  ])('%s', (_what, schema, good, bad) => {
    for (const value of good) expect(takes(schema, value), JSON.stringify(value)).toBe(true);
    for (const value of bad) expect(takes(schema, value), JSON.stringify(value)).toBe(false);
  });

  test.each(['after', 'before'])('A-57 %s is an id, and no text that a database is handed many times', (name) => {
    expect(takes(pagination, { [name]: '0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e' })).toBe(true);
    for (const bad of ['', 'x', 'x'.repeat(500_000), '0B6EE8C4-1B8E-4A3C-9D0E-5F6A7B8C9D0E'])
      expect(takes(pagination, { [name]: bad }), bad.slice(0, 40)).toBe(false);
  });

  test('a key is kept in lower case', () => {
    expect(v.parse(compressedKey, `02${hex}`)).toBe(`02${hex.toLowerCase()}`);
  });
});
