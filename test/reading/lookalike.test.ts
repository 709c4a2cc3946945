import { expect, test } from 'vitest';
import { differenceOf, lookalikesAmong } from '../../src/reading/lookalike.js';

const known = `0x9955${'12'.repeat(16)}40b2`;
const like = `0x9955${'34'.repeat(16)}40B2`;

test('an address with the ends of a known one and another middle looks like it', () => {
  expect(lookalikesAmong([`0x${'00'.repeat(20)}`, known])(like)).toBe(known);
  expect(lookalikesAmong([like])(known)).toBe(like);
});

test.each([
  ['the known one itself, in another case', known.toUpperCase().replace('0X', '0x')],
  ['another beginning', `0x9956${'34'.repeat(16)}40b2`],
  ['another end', `0x9955${'34'.repeat(16)}40b3`],
  ['nothing', ''],
])('%s does not', (_, address) => {
  expect(lookalikesAmong([known, ''])(address)).toBeUndefined();
});

test('one of two known ones that look alike is no lookalike', () => {
  expect(lookalikesAmong([known, like])(like)).toBeUndefined();
});

test('addresses of Solana differ in their cases', () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const other = 'EPjFxxx5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  expect(lookalikesAmong([mint])(other)).toBe(mint);
  expect(lookalikesAmong([mint])(other.replace('EPjF', 'EPJF'))).toBeUndefined();
});

test('the part that differs is between the alike ends', () => {
  expect(differenceOf(like, known)).toEqual([6, 38]);
  expect(differenceOf(`0x9955${'12'.repeat(15)}13${'40b2'}`, known)).toEqual([37, 38]);
});
