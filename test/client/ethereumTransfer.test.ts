import { Transaction } from 'micro-eth-signer';
import { expect, test } from 'vitest';
import { ethereumTransfer } from '../../src/client/ethereumTransfer.js';

const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
const paid = { to, value: 1_500_000_000_000_000_000n, nonce: 0n, gasLimit: 21_000n, chainId: 1n, data: '' };
const feesOf1559 = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, accessList: [] };
const hexOf = (type: 'legacy' | 'eip2930' | 'eip1559', raw: object): string =>
  new Transaction(type, raw as never, { strict: false }).toHex({ includeSignature: false } as never);

test.each([
  ['legacy', { ...paid, gasPrice: 10n ** 10n }],
  ['eip2930', { ...paid, gasPrice: 10n ** 10n, accessList: [] }],
  ['eip1559', { ...paid, ...feesOf1559 }],
] as const)('what a transaction of the form %s pays is read from its bytes', (type, raw) => {
  const hex = hexOf(type, raw);
  expect(ethereumTransfer(hex)).toEqual({ amount: '1.5', symbol: 'ETH', to, layer2: undefined });
  expect(ethereumTransfer(hex.replace(/^0x/, ''))).toEqual({ amount: '1.5', symbol: 'ETH', to, layer2: undefined });
  expect(ethereumTransfer(`${hex}00`)).toBeUndefined();
  expect(ethereumTransfer(hex.slice(0, -2))).toBeUndefined();
});

test('the chain is named where it is not Ethereum itself', () => {
  expect(ethereumTransfer(hexOf('eip1559', { ...paid, ...feesOf1559, chainId: 8453n }))?.layer2).toBe('Base');
});

test.each([
  [0n, '0'],
  [1n, '0.000000000000000001'],
  [10n ** 18n, '1'],
  [123_456_789_012_345_678_901_234n, '123456.789012345678901234'],
])('%i wei are told to the last digit', (value, amount) => {
  expect(ethereumTransfer(hexOf('eip1559', { ...paid, ...feesOf1559, value }))?.amount).toBe(amount);
});

test.each([
  ['calls a contract', { data: '0xa9059cbb' }],
  ['is for a chain with another coin', { chainId: 137n }],
])('a transaction that %s is told as no payment', (_, change) => {
  expect(ethereumTransfer(hexOf('eip1559', { ...paid, ...feesOf1559, ...change }))).toBeUndefined();
});

test.each(['', '0x', '0x02', '0xc0', '0x04c0', '0xff', '0x02f8', 'no hex', `0x02${'f8ff'.repeat(500)}`])(
  'bytes that are no transaction are told as no payment: %.20s',
  (text) => expect(ethereumTransfer(text)).toBeUndefined(),
);
