import { expect, test } from 'vitest';
import { EthereumError } from '../../../src/adapters/ethereum/ethereumError.js';
import { withinFee } from '../../../src/adapters/ethereum/prepareBatch.js';

/** Twice a base fee of 10, and a tip of 2. */
const filled = { gas: 100n, maxFeePerGas: 22n, maxPriorityFeePerGas: 2n };
const exceeded = (run: () => unknown) => {
  expect(run).toThrow(EthereumError);
  expect(run).toThrow(expect.objectContaining({ code: 'FEE_EXCEEDED' }));
};

test('a call that costs no more than is left stays as it was filled', () => {
  expect(withinFee(filled, 2_200n)).toBe(filled);
});

test('one that could cost more is held to what is left, if the chain takes it at that price now', () => {
  expect(withinFee(filled, 2_199n)).toEqual({ ...filled, maxFeePerGas: 21n });
  expect(withinFee(filled, 1_200n)).toEqual({ ...filled, maxFeePerGas: 12n });
});

test('one for which what is left is too little is not sent', () => {
  exceeded(() => withinFee(filled, 1_199n));
  exceeded(() => withinFee(filled, 0n));
  exceeded(() => withinFee(filled, -1n));
});

test('a chain with one price takes that price and no other', () => {
  const legacy = { gas: 100n, gasPrice: 12n };
  expect(withinFee(legacy, 1_200n)).toBe(legacy);
  exceeded(() => withinFee(legacy, 1_199n));
});
