import { expect, test } from 'vitest';
import { readUrl } from '../../src/contract/readUrl.js';

/** Eight thousand different characters outside ASCII. */
const dear = Array.from({ length: 8_000 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');

test.each([`https://${dear}`, `https://${dear}.example/`, `https:\\\\${dear}`, `https:${dear}`, `https://a@${dear}`])(
  'A-47 a host whose A-labels would take a second is no URL',
  (text) => expect(readUrl(text)).toBeUndefined(),
);

test('A-47 what is long or foreign elsewhere is one', () => {
  const long = 'a'.repeat(10_000);
  expect(readUrl('https://bücher.example/')?.hostname).toBe('xn--bcher-kva.example');
  expect(readUrl(`https://example.com/${dear}`)?.hostname).toBe('example.com');
  expect(readUrl(`https://example.com?${dear}`)?.hostname).toBe('example.com');
  expect(readUrl(`postgres://user:${long}@host/database`)?.hostname).toBe('host');
  expect(readUrl(long)).toBeUndefined();
});
