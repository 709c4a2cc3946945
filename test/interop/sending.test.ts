import { createPublicClient, createWalletClient, erc20Abi, getAddress, type Hex, http, parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { toAccount } from '../../src/adapters/ethereum/toAccount.js';

import { useBalances } from '../../src/hooks/balances.js';
import { useConfirmations } from '../../src/hooks/confirmations.js';
import { usePrepareTransaction, useSendReviewed, useSendTransaction } from '../../src/hooks/sending.js';
import { useSignMessage } from '../../src/hooks/signing.js';
import { useTransactionStatus } from '../../src/hooks/transactionStatus.js';
import type { Token } from '../../src/reading/token.js';
import { compileContracts } from './evm.js';
import { type EvmPlace, openEvmPlace, type Person } from './evmPlace.js';
import { type HookPage, openHookPage } from './hookPage.js';
import { typedMail } from './typedMail.js';

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
    expect(prepared.fee).toEqual({
      largest: sent.gas * (sent.maxFeePerGas ?? 0n),
      reserve: prepared.fee.largest,
      isAbout: false,
    });
    expect(await now().send.mutateAsync(prepared)).toBe(hash);
  });

  test('of everything leaves nothing but what the fee may cost', async () => {
    const eve = await place.person('eve@example.com', { chains: [place.chain] });
    const own = getAddress(eve.listed.address);
    const { now } = await open(eve);
    const prepared = await now().prepare.mutateAsync({ chainId, from: own, to: bob, value: 'all' });
    expect(BigInt(prepared.transaction.value ?? 0) + prepared.fee.reserve).toBe(parseEther('100'));
    await mined(await now().send.mutateAsync(prepared));
  });

  test('of tokens, and what balances say of it', async () => {
    const { now } = await open();
    await expect.poll(() => now().balances.data?.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDT']);
    expect(now().balances.data?.[1]).toEqual({ token, symbol: 'USDT', decimals: 2, amount: 500n });
    await mined(await now().send.mutateAsync({ chainId, from: from(), to: bob, token, amount: 120n }));
    await now().balances.refetch();
    await expect.poll(() => now().balances.data?.[1]?.amount).toBe(380n);
  });

  test('that cannot be made is refused by its name, before anything is signed', async () => {
    const { now } = await open();
    const refused = (wanted: object) =>
      now().prepare.mutateAsync({ chainId, from: from(), to: bob, ...wanted } as never);
    const code = (name: string) => ({ code: name });
    await expect(refused({ value: parseEther('1000000') })).rejects.toMatchObject(code('INSUFFICIENT_FUNDS'));
    await expect(refused({ token, amount: 10_000n })).rejects.toMatchObject(code('INSUFFICIENT_TOKENS'));
    await expect(refused({ token: bob, amount: 1n })).rejects.toMatchObject(code('CHAIN_REFUSED'));
    await expect(refused({ to: token, data: '0xdeadbeef' })).rejects.toMatchObject(code('TRANSACTION_WOULD_FAIL'));
    await expect(refused({ chainId: 1 })).rejects.toMatchObject(code('CHAIN_NOT_KNOWN'));
    await expect(refused({ to: bob.replace('f39F', 'F39F') })).rejects.toMatchObject(code('TRANSACTION_MALFORMED'));
  });

  test('that was changed after it was prepared is not signed', async () => {
    const { now } = await open();
    const prepared = await now().prepare.mutateAsync({ chainId, from: from(), to: bob, value: 1n });
    const bent = { ...prepared, transaction: { ...prepared.transaction, value: 2n } };
    await expect(now().send.mutateAsync(bent)).rejects.toMatchObject({ code: 'TRANSACTION_MALFORMED' });
  });
});

describe('many at once, and answers that are lost', () => {
  const platform = fetch;
  /** The node's answers to a method go through `fate`. */
  const bend = (method: string, fate: (answer: Response) => Response) =>
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const answer = await platform(url, init);
      return String(init?.body).includes(method) ? fate(answer) : answer;
    });

  test('fifty sends by two screens have fifty nonces without a gap', async () => {
    const one = await place.person('two@example.com', { chains: [place.chain] });
    const own = getAddress(one.listed.address);
    const pages = [await open(one), await openHookPage(one.client, useWallet)];
    const hashes = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        pages[at % 2]?.now().send.mutateAsync({ chainId, from: own, to: bob, value: 1n }),
      ),
    );
    const sent = await Promise.all(hashes.map((hash) => reader().getTransaction({ hash: hash ?? '0x' })));
    const nonces = sent.map(({ nonce }) => nonce).sort((one, next) => one - next);
    expect(nonces).toEqual(Array.from({ length: 50 }, (_, at) => at));
    await pages[1]?.close();
  });

  test('a broadcast whose answer is lost pays once, also where the person sends again', async () => {
    const { now } = await open();
    const prepared = await now().prepare.mutateAsync({ chainId, from: from(), to: bob, value: 7n });
    const first = await reader().getTransactionCount({ address: from() });
    let losses = 0;
    bend('eth_sendRawTransaction', (answer) => {
      losses += 1;
      if (losses === 1) throw new TypeError('fetch failed');
      return answer;
    });
    const [hash, again] = await Promise.all([now().send.mutateAsync(prepared), now().send.mutateAsync(prepared)]);
    await mined(hash);
    expect(again).toBe(hash);
    expect(losses).toBe(2);
    expect(await reader().getTransactionCount({ address: from() })).toBe(first + 1);
  });

  test('a node of another chain is asked for nothing, and has no balances', async () => {
    const liar = await place.person('mallory@example.com', { chains: [{ ...place.chain, id: 5_000 }] });
    const { now } = await openHookPage(liar.client, () => ({
      send: useSendTransaction(),
      balances: useBalances({ address: bob, chainId: 5_000 }),
    }));
    const wanted = { chainId: 5_000, from: getAddress(liar.listed.address), to: bob, value: 1n } as const;
    await expect(now().send.mutateAsync(wanted)).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' });
    await expect.poll(() => now().balances.data?.map(({ amount }) => amount)).toEqual([undefined]);
  });

  test('a node that takes single calls alone says the same balances', async () => {
    const { now } = await open();
    await expect.poll(() => now().balances.data?.length).toBe(2);
    const before = now().balances.data;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
      String(init?.body).startsWith('[')
        ? Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } }, { status: 400 })
        : platform(url, init),
    );
    const { data } = await now().balances.refetch();
    expect(data).toEqual(before);
  });
});

test('a transaction is unknown, then included, by its own hash', async () => {
  const hash = `0x${'12'.repeat(32)}` as const;
  const { now } = await openHookPage(ada.client, () => useTransactionStatus(hash, { chainId }));
  await expect.poll(() => now().data).toEqual({ state: 'unknown' });
  const { now: wallet } = await open();
  const sent = await wallet().send.mutateAsync({ chainId, from: from(), to: bob, value: 1n });
  const { now: later } = await openHookPage(ada.client, () => useTransactionStatus(sent, { chainId }));
  await expect.poll(() => later().data).toMatchObject({ state: 'included', result: 'success' });
});

test('where the settings say always, the app’s own requests are asked about, and a review of the kit’s is not asked again', async () => {
  const person = await place.person('grace@example.com', { chains: [place.chain], confirmSignatures: 'always' });
  const own = getAddress(person.listed.address);
  const { now, close } = await openHookPage(person.client, () => ({
    sign: useSignMessage(),
    send: useSendTransaction(),
    reviewed: useSendReviewed(),
    waiting: useConfirmations(),
  }));
  const refuse = async (answer: Promise<unknown>, kind: string) => {
    const outcome = answer.catch(({ code }) => code);
    await expect.poll(() => now().waiting.map((each) => each.kind === 'signature' && each.facts.kind)).toEqual([kind]);
    now().waiting[0]?.reject();
    expect(await outcome).toBe('REQUEST_REJECTED');
    await expect.poll(() => now().waiting.length).toBe(0);
  };
  const account = toAccount(person.client, person.listed);
  const pay = { chainId, from: own, to: bob, value: 1n } as const;
  await refuse(now().sign.mutateAsync({ address: person.listed.address, message: 'hi' }), 'message');
  await refuse(now().send.mutateAsync(pay), 'transaction');
  await refuse(account.signMessage({ message: 'hi' }), 'message');
  await refuse(account.sign({ hash: `0x${'11'.repeat(32)}` }), 'message');
  await refuse(account.signTypedData(typedMail), 'typed data');
  await refuse(account.signAuthorization({ address: bob, chainId, nonce: 0 }), 'message');
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n, gas: 21_000n, nonce: 0 };
  await refuse(account.signTransaction({ chainId, to: bob, ...fees }), 'transaction');
  await mined(await now().reviewed.mutateAsync(pay));
  await close();
});

async function mined(hash: Hex) {
  expect((await reader().waitForTransactionReceipt({ hash })).status).toBe('success');
}
