import { functionOf, type Input, selectorOf } from './abiCalls.js';

/** Parameters for which a few words of call data can claim an enormous length. */
export const endlessCalls: readonly (readonly [string, Input])[] = [
  ['arrays of arrays', { name: 'a', type: 'uint256[][][][][][][][]' }],
  ['arrays too long', { name: 'a', type: 'uint256[999999][999999][999999]' }],
  ['arrays too long of texts', { name: 'a', type: 'string[999999]' }],
  ['arrays of nothing', { name: 'a', type: 'tuple[]', components: [] }],
  ['long arrays of nothing', { name: 'a', type: 'tuple[999999][999999]', components: [] }],
];

/** Data for such a parameter, in hex: two thousand times the same word, which is a length, the place of one, or nothing. */
export const endlessData = (input: Input): string[] =>
  ['20', 'ff', 'ffff', '0'].map((word) => `${selectorOf(functionOf(input))}${word.padStart(64, '0').repeat(2000)}`);
