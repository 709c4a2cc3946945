import { describe, expect, test } from 'vitest';
import type { Hex, TransactionToSign } from '../../../src/adapters/ethereum/transaction.js';
import { unsignedTransaction } from '../../../src/adapters/ethereum/unsignedTransaction.js';
import { toHex } from '../../../src/crypto/hex.js';
import { ethereumTransaction } from '../../support/ethereumTransactions.js';

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const word: Hex = `0x${'5a'.repeat(32)}`;
const most = 2n ** 256n - 1n;
const payment = { chainId: 1, to } as const;
const accessList = [{ address: to, storageKeys: [word, word] }] as const;
const authorization = { address: to, chainId: 0, nonce: 3, r: word, s: word, yParity: 1 } as const;

const written = async (transaction: TransactionToSign) => toHex(await unsignedTransaction(transaction));

describe('a transaction is written as other libraries write it', () => {
  test.each([
    [10n ** 10n, 10n ** 9n],
    [0n, 0n],
    [2n ** 128n, 2n ** 128n],
  ])('of EIP-1559 with fees of %i and %i wei', async (maxFeePerGas, maxPriorityFeePerGas) => {
    const fees = { maxFeePerGas, maxPriorityFeePerGas };
    for (const value of [0n, 1n, 127n, 128n, 10n ** 18n, most])
      expect(await written({ ...payment, ...fees, gas: 21_000n, value })).toBe(
        ethereumTransaction({ to, ...fees, value, gasLimit: 21_000n }).replace(/^0x/, ''),
      );
  });

  test.each([0, 1, 55, 56, 255, 256, 65_535, 131_072])('with data of %i bytes', async (length) => {
    const data: Hex = `0x${'00'.repeat(length)}`;
    const fees = { gasPrice: 1n, gasLimit: 1n };
    expect(await written({ ...payment, gasPrice: 1n, gas: 1, data })).toBe(
      ethereumTransaction({ to, ...fees, data }, 'legacy').replace(/^0x/, ''),
    );
  });

  test('with the same access list', async () => {
    const list = {
      accessList: accessList.map(({ address, storageKeys }) => ({ address, storageKeys: [...storageKeys] })),
    };
    expect(await written({ ...payment, gasPrice: 5, gas: 9n, accessList })).toBe(
      ethereumTransaction({ to, gasPrice: 5n, gasLimit: 9n, ...list }, 'eip2930').replace(/^0x/, ''),
    );
  });
});

test('what is left out is zero or nothing, whatever stands for it', async () => {
  const left = await written({ chainId: 1, type: 'eip1559' });
  expect(left).toBe('02c90180808080808080c0');
  const absent = { gas: undefined, nonce: 0, value: 0n, to: null, data: '0x', accessList: [] } as const;
  expect(await written({ ...absent, chainId: 1, maxFeePerGas: 0n })).toBe(left);
  expect(await written({ chainId: 1n, maxPriorityFeePerGas: 0 })).toBe(left);
});

test('an authorization has a chain, a contract, a nonce and a signature', async () => {
  const transaction = { ...payment, maxFeePerGas: 1n };
  const digits = word.slice(2);
  const entry = `f85a8094${to.slice(2).toLowerCase()}0301a0${digits}a0${digits}`;
  expect(await written({ ...transaction, authorizationList: [authorization] })).toContain(entry);
  const { yParity: _, ...old } = authorization;
  expect(await written({ ...transaction, authorizationList: [{ ...old, v: 28n }] })).toContain(entry);
  expect(await written({ ...transaction, authorizationList: [] })).toMatch(/c0c0$/);
});

describe('what is no transaction is refused', () => {
  const legacy = { ...payment, gasPrice: 1n };
  const dynamic = { ...payment, maxFeePerGas: 9n };
  const mistyped = `${to.slice(0, -1)}c` as Hex;
  const authorized = (change: object) => ({ ...dynamic, authorizationList: [{ ...authorization, ...change }] });
  const wrong: [why: string, transaction: TransactionToSign][] = [
    ['no type and no fees', payment],
    ['no chain', { to, gasPrice: 1n }],
    ['the chain 0', { ...legacy, chainId: 0 }],
    ['a chain beyond EIP-2294', { ...legacy, chainId: 2n ** 63n - 36n }],
    ['a negative value', { ...legacy, value: -1n }],
    ['a value beyond 32 bytes', { ...legacy, value: 2n ** 256n }],
    ['half a wei', { ...legacy, value: 0.5 }],
    ['a number that is not exact', { ...legacy, value: 2 ** 53 }],
    ['a nonce that is no number', { ...legacy, nonce: Number.NaN }],
    ['a nonce beyond EIP-2681', { ...legacy, nonce: 2n ** 64n - 1n }],
    ['gas beyond 64 bits', { ...legacy, gas: 2n ** 64n }],
    ['a negative price', { ...legacy, gasPrice: -5n }],
    ['a fee beyond 32 bytes', { ...dynamic, maxFeePerGas: 2n ** 256n }],
    ['a tip that is higher than the fee', { ...dynamic, maxPriorityFeePerGas: 10n }],
    ['half a byte of data', { ...legacy, data: '0x123' }],
    ['data that are no hex', { ...legacy, data: '0xzz' }],
    ['a receiver of 19 bytes', { ...legacy, to: to.slice(0, -2) as Hex }],
    ['a mistyped receiver', { ...legacy, to: mistyped }],
    ['a storage key of 31 bytes', { ...legacy, accessList: [{ address: to, storageKeys: [`0x${'00'.repeat(31)}`] }] }],
    ['a mistyped address in its access list', { ...dynamic, accessList: [{ address: mistyped, storageKeys: [] }] }],
    ['an access list in the legacy form', { ...legacy, type: 'legacy', accessList }],
    ['two kinds of fees', { ...dynamic, gasPrice: 1n }],
    ['authorizations that its type has not', { ...authorized({}), type: 'eip1559' }],
    ['authorizations and no receiver', { ...authorized({}), to: undefined }],
    ['an authorization without a signature', authorized({ r: '0x' as Hex, yParity: undefined })],
    ['an authorization of parity 2', authorized({ yParity: 2 })],
    ['an authorization with a long r', authorized({ r: `${word}00` })],
    ['an authorization of a mistyped contract', authorized({ address: mistyped })],
  ];
  test.each(wrong)('because of %s', async (_, transaction) => {
    await expect(unsignedTransaction(transaction)).rejects.toMatchObject({ code: 'TRANSACTION_MALFORMED' });
  });

  test.each(['eip4844', 'eip712', 'deposit', 'cip64', '0x2'])('because it is of type %s', async (type) => {
    const transaction = { ...payment, maxFeePerGas: 1n, type };
    await expect(unsignedTransaction(transaction)).rejects.toMatchObject({ code: 'TRANSACTION_TYPE_NOT_SUPPORTED' });
  });

  test('and an address in one case is not mistyped', async () => {
    const upper = `0x${to.slice(2).toUpperCase()}` as const;
    const lower = to.toLowerCase() as Hex;
    expect(await written({ ...legacy, to: upper })).toBe(await written({ ...legacy, to: lower }));
  });
});
