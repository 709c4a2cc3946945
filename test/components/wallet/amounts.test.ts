import { expect, test } from 'vitest';
import { amountIn, shortAmountIn, unitsIn } from '../../../src/components/wallet/amounts.js';

const ether = { decimals: 18 };

test('an amount keeps every digit, and its short form is never more than there is', () => {
  const units = 1_234_567_891_234_567_899n * 1_000n;
  expect(amountIn('en', units, ether)).toBe('1,234.567891234567899');
  expect(amountIn('de', units, ether)).toBe('1.234,567891234567899');
  expect(shortAmountIn('en', units, ether)).toBe('1,234.567891');
  expect(shortAmountIn('en', 1_999_999_999_999_999_999n, ether)).toBe('1.999999');
  expect(shortAmountIn('en', 1n, ether)).toBe('< 0.000001');
  expect(shortAmountIn('en', 0n, ether)).toBe('0');
});

test.each([
  ['1.5', 'en', 1_500_000n],
  ['1,5', 'de', 1_500_000n],
  ['0.001', 'de', 1_000n],
  ['.5', 'en', 500_000n],
  ['1.500000000', 'en', 1_500_000n],
  ['123456789012345678901234', 'en', 123456789012345678901234000000n],
  ['١٫٥', 'ar', 1_500_000n],
  ['۱٫۵', 'ar', 1_500_000n],
  ['１．５', 'ja', 1_500_000n],
  ['１，５００', 'ja', undefined],
  ['0.0000001', 'en', 'too many decimals'],
  ['1,000', 'en', undefined],
  ['1.000', 'de', undefined],
  ['1,000.5', 'en', undefined],
  ['1e6', 'en', undefined],
  ['-1', 'en', undefined],
  ['0x10', 'en', undefined],
  ['.', 'en', undefined],
  ['', 'en', undefined],
])('%j in %s is %s millionths', (text, locale, units) => {
  expect(unitsIn(text, { decimals: 6 }, locale)).toBe(units);
});
