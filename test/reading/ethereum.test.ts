import { RLP } from 'micro-eth-signer/core/rlp.js';
import { describe, expect, test } from 'vitest';
import type { Bytes } from '../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import type { TransactionEffect } from '../../src/reading/effect.js';
import { ethereumEffect } from '../../src/reading/ethereum.js';
import { callData, ethereumTransaction } from '../support/ethereumTransactions.js';

const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
const from = '0x1111111111111111111111111111111111111111';
const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const pays = { to, value: 1_500_000_000_000_000_000n };
const unlimited = 2n ** 256n - 1n;
const enough = 2n ** 96n - 1n;

const effectOf = (change: object = {}) => ethereumEffect(ethereumTransaction({ ...pays, ...change }));
const callOf = (data: string) => effectOf({ to: token, value: 0n, data });

const payment: TransactionEffect = {
  ...{ does: 'send', amount: '1.5', unit: 'coin', token: undefined, from: undefined, to },
  ...{ symbol: 'ETH', feeLimit: '0.00021', chain: undefined },
};

describe('a payment', () => {
  const price = { gasLimit: 21_000n, gasPrice: 10n ** 10n };
  test.each([
    ['legacy', ethereumTransaction({ ...pays, ...price }, 'legacy')],
    ['EIP-2930', ethereumTransaction({ ...pays, ...price, accessList: [] }, 'eip2930')],
    ['EIP-1559', ethereumTransaction(pays)],
  ])('of the form %s is read from its bytes', (_, hex) => {
    expect(ethereumEffect(hex)).toEqual(payment);
    expect(ethereumEffect(hex.replace(/^0x/, ''))).toEqual(payment);
    expect(ethereumEffect(`${hex}00`)).toBeUndefined();
    expect(ethereumEffect(hex.slice(0, -2))).toBeUndefined();
  });

  test('names the chain if that is not Ethereum itself, and its coin', () => {
    expect(effectOf({ chainId: 8453n })).toMatchObject({ chain: 'Base', symbol: 'ETH' });
    expect(effectOf({ chainId: 137n })).toMatchObject({ chain: 'Polygon', symbol: 'POL' });
  });

  test.each([
    [0n, '0'],
    [1n, '0.000000000000000001'],
    [10n ** 18n, '1'],
    [123_456_789_012_345_678_901_234n, '123456.789012345678901234'],
    [unlimited, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
  ])('of %i wei is read to the last digit', (value, amount) => {
    expect(effectOf({ value })?.amount).toBe(amount);
  });

  test('says how much the chain may charge at most, however much that is', () => {
    expect(effectOf({ value: 0n, gasLimit: 30_000_000n, maxFeePerGas: 10n ** 12n })).toMatchObject({
      amount: '0',
      feeLimit: '30',
    });
  });

  test.each([
    ['is for a chain that is not known', { chainId: 424242n }],
    ['creates a contract', { to: '0x', data: '0x6000' }],
    ['calls a contract, and pays it', { to: token, value: 1n, data: callData('transfer(address,uint256)', to, 5n) }],
  ])('is not read from a transaction that %s', (_, change) => {
    expect(effectOf(change)).toBeUndefined();
  });
});

describe('a call of a token', () => {
  const smallest = { unit: 'smallest', token, from: undefined, to, symbol: 'ETH' };
  test.each<[string, (string | bigint)[], Partial<TransactionEffect>]>([
    ['transfer(address,uint256)', [to, 1_500_000n], { does: 'send', amount: '1500000', ...smallest } as never],
    [
      'transferFrom(address,address,uint256)',
      [from, to, 7n],
      { does: 'send', amount: '7', unit: 'smallest or NFT', from },
    ],
    ['safeTransferFrom(address,address,uint256)', [from, to, 7n], { does: 'send', amount: '7', unit: 'NFT', from, to }],
    [
      'safeTransferFrom(address,address,uint256,bytes)',
      [from, to, 7n, 128n, 0n],
      { amount: '7', unit: 'NFT', from, to },
    ],
    ['approve(address,uint256)', [to, 7n], { does: 'allow', amount: '7', unit: 'smallest or NFT', to, token }],
    ['approve(address,uint256)', [to, 0n], { does: 'allow', amount: '0', unit: 'smallest or NFT' }],
    ['approve(address,uint256)', [to, enough - 1n], { amount: `${enough - 1n}`, unit: 'smallest or NFT' }],
    ['approve(address,uint256)', [to, enough], { does: 'allow', amount: `${enough}`, unit: 'unlimited or NFT', token }],
    ['approve(address,uint256)', [to, unlimited - 1n], { amount: `${unlimited - 1n}`, unit: 'unlimited or NFT' }],
    ['approve(address,uint256)', [to, unlimited], { does: 'allow', amount: undefined, unit: 'smallest', to, token }],
    ['setApprovalForAll(address,bool)', [to, 1n], { does: 'allowAll', amount: undefined, to, token }],
    ['setApprovalForAll(address,bool)', [to, 0n], { does: 'forbidAll', amount: undefined, to, token }],
  ])('%s is read with its arguments %s', (signature, words, effect) => {
    expect(callOf(callData(signature, ...words))).toMatchObject(effect);
  });

  test.each([
    ['has an argument too few', callData('transfer(address,uint256)', to)],
    ['has an argument too many', callData('transfer(address,uint256)', to, 1n, 1n)],
    ['is cut off', callData('transfer(address,uint256)', to, 1n).slice(0, -2)],
    ['has an address of more than 20 bytes', callData('transfer(address,uint256)', `01${to.slice(2)}`, 1n)],
    ['has a boolean that is neither', callData('setApprovalForAll(address,bool)', to, 2n)],
    [
      'hands bytes to the receiver',
      callData('safeTransferFrom(address,address,uint256,bytes)', from, to, 7n, 128n, 1n),
    ],
    ['is another function', callData('multicall(bytes[])', 32n, 0n)],
    ['names no whole function', '0xa9059c'],
  ])('that %s is not told in words', (_, data) => {
    expect(callOf(data)).toBeUndefined();
  });
});

describe('what another reader may read otherwise is not told in words:', () => {
  const legacy = (change: Partial<Record<'value' | 'chainId' | 'gasPrice' | 'r' | 'access', Bytes>> = {}): string => {
    const { value = one, chainId = one, gasPrice = one, r = none } = change;
    return toHex(new Uint8Array(RLP.encode([one, gasPrice, one, fromHex(to.slice(2)), value, none, chainId, r, none])));
  };
  const [none, one, ...zeros] = [new Uint8Array(), Uint8Array.of(1), Uint8Array.of(0, 1), Uint8Array.of(0)];

  test.each(['', '0x', '0x02', '0xc0', '0x04c0', '0xff', '0x02f8', 'no hex', `0x02${'f8ff'.repeat(500)}`])(
    'bytes that are no transaction, %.20s',
    (text) => expect(ethereumEffect(text)).toBeUndefined(),
  );

  test.each(zeros)('numbers that begin with a zero, %o', (number) => {
    expect(ethereumEffect(legacy())).toMatchObject({ amount: '0.000000000000000001' });
    for (const name of ['value', 'chainId', 'gasPrice']) {
      expect(ethereumEffect(legacy({ [name]: number })), name).toBeUndefined();
    }
  });

  test('a byte, a length and a list that have a shorter form', () => {
    const unsigned = legacy();
    expect(unsigned.slice(0, 4)).toBe('dd01');
    expect(ethereumEffect(`de8101${unsigned.slice(4)}`)).toBeUndefined();
    expect(ethereumEffect(`f81d${unsigned.slice(2)}`)).toBeUndefined();
    expect(ethereumEffect(`f9001d${unsigned.slice(2)}`)).toBeUndefined();
  });

  test('a transaction that is signed already', () => {
    expect(ethereumEffect(legacy({ r: one }))).toBeUndefined();
  });

  test('a list whose last item reaches out of it', () => {
    const hex = ethereumTransaction(pays);
    const length = (Number.parseInt(hex.slice(4, 6), 16) + 2).toString(16);
    expect([hex.slice(0, 4), hex.slice(-2)]).toEqual(['0x02', 'c0']);
    // The list of accesses has one byte, and its item needs two.
    expect(ethereumEffect(`0x02${length}${hex.slice(6, -2)}c181ff`)).toBeUndefined();
    expect(ethereumEffect(`0x02${length}${hex.slice(6, -2)}c281ff`)).toEqual(payment);
  });

  test.each([0, 3, 4])('the form %i, which is not one of them', (form) => {
    expect(ethereumEffect(ethereumTransaction(pays).replace('0x02', `0x0${form}`))).toBeUndefined();
  });
});
