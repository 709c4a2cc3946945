import { expect, test } from 'vitest';
import { checksumAddress } from '../../src/crypto/ethereum.js';
import { ethereumEffect } from '../../src/reading/ethereum.js';
import { largestTokens } from '../../src/reading/largestTokens.js';
import { namedTokens } from '../../src/reading/namedTokens.js';
import { callData, ethereumTransaction } from '../support/ethereumTransactions.js';

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';

test('every token of the list has an address whose checksum is right, a symbol, decimals, and stands once', async () => {
  const tokens = largestTokens();
  expect(tokens.length).toBeGreaterThan(100);
  for (const { address, symbol, decimals } of tokens) {
    expect(await checksumAddress(address), symbol).toBe(address);
    expect(symbol).toMatch(/^[A-Za-z0-9.]{1,10}$/);
    expect(Number.isInteger(decimals) && decimals >= 0 && decimals <= 18, symbol).toBe(true);
  }
  expect(new Set(tokens.map(({ chainId, address }) => `${chainId} ${address}`)).size).toBe(tokens.length);
  expect(new Set(tokens.map(({ chainId, symbol }) => `${chainId} ${symbol}`)).size).toBe(tokens.length);
});

const effectOf = async (data: string, change: object = {}, own?: Parameters<typeof namedTokens>[0]) =>
  ethereumEffect(ethereumTransaction({ to: usdc, value: 0n, data, ...change }), undefined, await namedTokens(own));

test('an amount of a known token is told in whole tokens, to the last digit', async () => {
  const told = { does: 'send', amount: '1.5', unit: 'token', token: usdc, tokenSymbol: 'USDC', to };
  expect(await effectOf(callData('transfer(address,uint256)', to, 1_500_000n))).toMatchObject(told);
  expect(await effectOf(callData('approve(address,uint256)', to, 1n))).toMatchObject({
    ...{ does: 'allow', amount: '0.000001', unit: 'token', tokenSymbol: 'USDC' },
  });
  for (const much of [2n ** 96n - 1n, 2n ** 256n - 1n])
    expect(await effectOf(callData('approve(address,uint256)', to, much))).toMatchObject({
      ...{ does: 'allow', amount: undefined, unit: 'token', tokenSymbol: 'USDC' },
    });
});

test('the same address on another chain is another token', async () => {
  const data = callData('transfer(address,uint256)', to, 1_500_000n);
  expect(await effectOf(data, { chainId: 137n })).toMatchObject({ amount: '1500000', unit: 'smallest' });
});

test('a token of the app comes before the list', async () => {
  const data = callData('transfer(address,uint256)', to, 1_500_000n);
  const own = [{ chainId: 1, address: usdc, symbol: 'ACME', decimals: 2 }];
  expect(await effectOf(data, {}, own)).toMatchObject({ amount: '15000', tokenSymbol: 'ACME' });
});

test('an NFT has no whole tokens', async () => {
  const data = callData('setApprovalForAll(address,bool)', to, 1n);
  expect(await effectOf(data)).toMatchObject({ does: 'allowAll', unit: 'NFT' });
  expect((await effectOf(data))?.tokenSymbol).toBeUndefined();
});
