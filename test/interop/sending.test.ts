import { createPublicClient, createWalletClient, erc20Abi, getAddress, http, type Hex, parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Token } from '../../src/client/chains.js';
import { useBalances } from '../../src/hooks/balances.js';
import { usePrepareTransaction, useSendTransaction } from '../../src/hooks/sending.js';
import { useTransactionStatus } from '../../src/hooks/transactionStatus.js';
import { compileContracts } from './evm.js';
import { type EvmPlace, openEvmPlace, type Person } from './evmPlace.js';
import { type HookPage, openHookPage } from './hookPage.js';

/** An account of the node, with ether and without a key here. */
const bob = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const chainId = 31_337;

let place: EvmPlace;
let ada: Person;
let token: Hex;
const tokens: Token[] = [];
beforeAll(async () => {
  place = await openEvmPlace();
  const { abi, bytecode } = compileContracts().token;
  const wallet = createWalletClient({ account: bob, chain: place.chain, transport: http() });
  const hash = await wallet.deployContract({ abi, bytecode, args: [1_000n] });
  token = (await reader().waitForTransactionReceipt({ hash })).contractAddress ?? '0x';
  tokens.push({ chainId, address: token, symbol: 'USDT', decimals: 2 });
  ada = await place.person('ada@example.com', { chains: [place.chain], tokens });
  await wallet.writeContract({ address: token, abi: erc20Abi, functionName: 'transfer', args: [from(), 500n] });
}, 90_000);
afterAll(() => place?.close());

const from = () => getAddress(ada.listed.address);
const reader = () => createPublicClient({ chain: place.chain, transport: http(), pollingInterval: 50 });

type Hooks = ReturnType<typeof useWallet>;
function useWallet() {
  const balances = useBalances({ address: from(), chainId });
  return { prepare: usePrepareTransaction(), send: useSendTransaction(), balances };
}

let page: HookPage<Hooks> | undefined;
const open = async (of = ada) => {
  page = await openHookPage(of.client, useWallet);
  return page;
};
afterEach(async () => {
  vi.unstubAllGlobals();
  await page?.close();
});

describe('a payment by hooks', () => {
  test('is what was prepared, byte by byte', async () => {
    const { now } = await open();
    const prepared = await now().prepare.mutateAsync({ chainId, from: from(), to: bob, value: parseEther('1.5') });
    expect(prepared.facts).toMatchObject({ kind: 'transaction', effect: { does: 'send', amount: '1.5' }, dangers: [] });
    const hash = await now().send.mutateAsync(prepared);
    const sent = await reader().getTransaction({ hash });
    const { gas, maxFeePerGas } = prepared.transaction;
    expect(sent).toMatchObject({ from: from().toLowerCase(), value: parseEther('1.5'), gas, maxFeePerGas });
    expect(prepared.fee).toEqual({ largest: sent.gas * (sent.maxFeePerGas ?? 0n), reserve: prepared.fee.largest, isAbout: false });
    expect(await now().send.mutateAsync(prepared)).toBe(hash);
  });
});
