import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseEther,
  toHex,
} from 'viem';
import { getCallsStatus, getCapabilities, sendCalls, waitForCallsStatus } from 'viem/actions';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect, sendCalls as sendByWagmi, waitForCallsStatus as waitByWagmi } from 'wagmi/actions';
import { type BatchRecord, batchRecords } from '../../src/adapters/ethereum/batchRecords.js';
import { createEthereumProvider, type EthereumProvider } from '../../src/adapters/ethereum/createEthereumProvider.js';
import { logout } from '../../src/client/session/logout.js';
import type { ClientSettings } from '../../src/client/settings.js';
import type { SignatureFacts } from '../../src/reading/signatureFacts.js';
import { secondRoot } from '../support/secondRoot.js';
import { compileContracts } from './evm.js';
import { type EvmPlace, openEvmPlace, type Person } from './evmPlace.js';
import { payAll } from './payAll.js';
import { wagmiConfig } from './wagmiConfig.js';

const [bob, carol] = [getAddress(`0x${'b0'.repeat(20)}`), getAddress(`0x${'ca'.repeat(20)}`)];
const pays = (to: Hex, value = parseEther('1')) => ({ to, value });

let place: EvmPlace;
let ada: Person;
/** What was asked before each signature. */
let asked: SignatureFacts[] = [];
let says = true;
const confirmSignatures: ClientSettings['confirmSignatures'] = (_request, facts) => {
  asked.push(facts);
  return says;
};
beforeAll(async () => {
  place = await openEvmPlace();
  ada = await place.person('ada@example.com', { confirmSignatures });
}, 90_000);
afterAll(() => place?.close());
afterEach(async () => {
  asked = [];
  says = true;
  await place.ruler.setAutomine(true);
});

type Options = Partial<NonNullable<Parameters<typeof createEthereumProvider>[1]>>;
const providerOf = ({ client }: Person, more: Options = {}) =>
  createEthereumProvider(client, { chains: [place.chain], ...more });
const addressOf = ({ listed }: Person) => getAddress(listed.address);
const walletOf = (person: Person, more: Options = {}) =>
  createWalletClient({
    account: addressOf(person),
    chain: place.chain,
    transport: custom(providerOf(person, more)),
    pollingInterval: 50,
  });
const reader = () => createPublicClient({ chain: place.chain, transport: http(), pollingInterval: 50 });
const held = (address: Hex) => reader().getBalance({ address });

/** The node, but for what `answers` says instead. */
const bent = (answers: (method: string, body: string) => unknown) => async (url: string, init: RequestInit) => {
  const body = String(init.body);
  const result = answers(JSON.parse(body).method, body);
  return result === undefined ? fetch(url, init) : Response.json({ jsonrpc: '2.0', id: 1, result });
};

async function refusal(answer: Promise<unknown>): Promise<unknown> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { code, data } = error as { readonly code?: number; readonly data?: { readonly code?: string } };
  return [code, data?.code];
}

async function newToken(person: Person): Promise<Hex> {
  const { abi, bytecode } = compileContracts().token;
  const hash = await walletOf(person).deployContract({ abi, bytecode, args: [1_000n] });
  const { contractAddress } = await reader().waitForTransactionReceipt({ hash });
  asked = [];
  return getAddress(contractAddress ?? '0x');
}

describe('a batch by viem', () => {
  test('says what the wallet can do', async () => {
    const unsupported = { atomic: { status: 'unsupported' } };
    expect(await getCapabilities(walletOf(ada))).toEqual({ 31337: unsupported });
    expect(await getCapabilities(walletOf(ada), { chainId: 31_337 })).toEqual(unsupported);
    const ask = providerOf(ada).request({ method: 'wallet_getCapabilities', params: [bob] });
    expect(await refusal(ask)).toEqual([4100, 'NOT_CONNECTED']);
  });

  test('is asked about once, and sent call after call', async () => {
    const before = await held(bob);
    const first = await reader().getTransactionCount({ address: addressOf(ada) });
    const { id } = await sendCalls(walletOf(ada), { calls: [pays(bob), pays(carol, 5n), pays(bob)] });
    const status = await waitForCallsStatus(walletOf(ada), { id });
    expect(status).toMatchObject({ id, status: 'success', statusCode: 200, atomic: false, chainId: 31_337 });
    expect(status.receipts?.map((receipt) => receipt.status)).toEqual(['success', 'success', 'success']);
    expect((await held(bob)) - before).toBe(parseEther('2'));
    expect(await reader().getTransactionCount({ address: addressOf(ada) })).toBe(first + 3);
    const [facts, ...more] = asked;
    expect(more).toEqual([]);
    expect(facts).toMatchObject({
      kind: 'batch',
      dangers: [],
      calls: [{ effect: { does: 'send', amount: '1' } }, {}, {}],
    });
    const spent = await Promise.all(
      (status.receipts ?? []).map(({ transactionHash: hash }) => reader().getTransactionReceipt({ hash })),
    );
    const fee = spent.reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n);
    expect(fee).toBeLessThanOrEqual(parseEther(facts?.kind === 'batch' ? facts.feeLimit : '0'));
  });

  test('of one call is that one, and is sent as it was shown', async () => {
    const { id } = await sendCalls(walletOf(ada), { calls: [pays(bob, 5n)] });
    const { receipts: [{ transactionHash: hash } = { transactionHash: '0x' as Hex }] = [] } = await waitForCallsStatus(
      walletOf(ada),
      { id },
    );
    const [facts] = asked;
    if (facts?.kind !== 'transaction') throw new Error('It is no transaction.');
    const sent = await reader().getTransaction({ hash });
    expect(facts.effect).toMatchObject({ does: 'send', to: bob.toLowerCase() });
    expect([facts.call.gasLimit, facts.call.data]).toEqual([String(sent.gas), sent.input]);
    expect(sent.gas * (sent.maxFeePerGas ?? 0n)).toBeLessThanOrEqual(parseEther(facts.call.feeLimit));
  });

  test('may have calls that depend on those before them, and whose logs are told', async () => {
    const token = await newToken(ada);
    const own = addressOf(ada);
    const call = (
      functionName: 'approve' | 'transferFrom',
      ...args: readonly [Hex, bigint] | readonly [Hex, Hex, bigint]
    ) => ({
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName, args } as never),
    });
    const calls = [call('approve', own, 40n), call('transferFrom', own, bob, 40n)];
    const { id } = await sendCalls(walletOf(ada), { calls });
    const { statusCode, receipts = [] } = await waitForCallsStatus(walletOf(ada), { id });
    expect(statusCode).toBe(200);
    expect(receipts.map(({ logs }) => logs.map(({ address }) => getAddress(address)))).toEqual([[token], [token]]);
    expect(await reader().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [bob] })).toBe(
      40n,
    );
  });

  test('is the one of docs/wallet.md', async () => {
    const eve = await place.person('eve@example.com', { confirmSignatures: 'never' });
    const before = await held(carol);
    const hashes = await payAll(eve.client, place.chain, [bob, carol]);
    expect(hashes).toHaveLength(2);
    expect((await held(carol)) - before).toBe(parseEther('0.01'));
  });
});

test('a batch by wagmi', async () => {
  const own = await place.person('grace@example.com', { confirmSignatures: 'never' });
  const config = wagmiConfig(own.client, place.chain);
  const [connector] = config.connectors;
  if (!connector) throw new Error('There is no connector.');
  await connect(config, { connector });
  const { id } = await sendByWagmi(config, { calls: [pays(bob, 1n), pays(carol, 1n)] });
  expect(await waitByWagmi(config, { id, pollingInterval: 50 })).toMatchObject({ status: 'success', statusCode: 200 });
});

describe('a batch ends', () => {
  test('where nobody confirms it: nothing is sent, and its id is free', async () => {
    says = false;
    const [id, calls] = [toHex('no'), [pays(bob)]];
    const first = await reader().getTransactionCount({ address: addressOf(ada) });
    const ask = providerOf(ada).request({ method: 'wallet_sendCalls', params: [batch({ id })] });
    expect(await refusal(ask)).toEqual([4001, 'REQUEST_REJECTED']);
    expect(await refusal(providerOf(ada).request({ method: 'wallet_getCallsStatus', params: [id] }))).toEqual([
      5730,
      'BATCH_NOT_KNOWN',
    ]);
    expect(await reader().getTransactionCount({ address: addressOf(ada) })).toBe(first);
    says = true;
    expect((await sendCalls(walletOf(ada), { id, calls })).id).toBe(id);
    await waitForCallsStatus(walletOf(ada), { id });
  });

  test('at a call that would fail: those before it stay', async () => {
    const token = await newToken(ada);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 5_000n] });
    const first = await reader().getTransactionCount({ address: addressOf(ada) });
    const { id } = await sendCalls(walletOf(ada), { calls: [pays(bob), { to: token, data }, pays(bob)] });
    const { statusCode, status, receipts } = await waitForCallsStatus(walletOf(ada), { id });
    expect([statusCode, status, receipts?.length]).toEqual([600, 'failure', 1]);
    expect(await reader().getTransactionCount({ address: addressOf(ada) })).toBe(first + 1);
  });

  test.each([
    ['the second', 600, 1, [2, 1]],
    ['the first', 500, 0, [1, 0]],
  ])('at one that fails on the chain: %s', async (_, code, reverting, [sent, passed]) => {
    const token = await newToken(ada);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 5_000n] });
    // This node takes it, and says that it would pass.
    const fetch = bent((method, body) =>
      method === 'eth_estimateGas' && body.toLowerCase().includes(token.toLowerCase()) ? '0x186a0' : undefined,
    );
    await place.ruler.setAutomine(false);
    await place.ruler.setIntervalMining({ interval: 1 });
    try {
      const wallet = walletOf(ada, { fetch });
      const calls = [0, 1, 2].map((at) => (at === reverting ? { to: token, data } : pays(bob)));
      const { id } = await sendCalls(wallet, { calls });
      const { statusCode, receipts = [] } = await waitForCallsStatus(wallet, { id });
      expect(statusCode).toBe(code);
      expect([receipts.length, receipts.filter(({ status }) => status === 'success').length]).toEqual([sent, passed]);
    } finally {
      await place.ruler.setIntervalMining({ interval: 0 });
    }
  });

  test('where the fees rise above what was shown', async () => {
    let base: Hex = '0x3b9aca00';
    let isFirst = true;
    const fetch = bent((method) => {
      if (method === 'eth_getBlockByNumber') return { number: '0x1', baseFeePerGas: base };
      if (method === 'eth_sendRawTransaction' && isFirst) {
        isFirst = false;
        base = toHex(parseEther('0.001'));
      }
      return undefined;
    });
    const wallet = walletOf(ada, { fetch });
    const { id } = await sendCalls(wallet, { calls: [pays(bob), pays(carol)] });
    const { statusCode, receipts } = await waitForCallsStatus(wallet, { id });
    expect([statusCode, receipts?.length]).toEqual([600, 1]);
  });

  test('where fees rise, and what is left is enough, it goes on at what is left', async () => {
    let times = 0;
    const fetch = bent((method) => {
      if (method !== 'eth_getBlockByNumber') return undefined;
      times += 1;
      return { number: '0x1', baseFeePerGas: toHex(times === 1 ? 2_000_000_000n : 3_500_000_000n) };
    });
    const wallet = walletOf(ada, { fetch });
    const { id } = await sendCalls(wallet, { calls: [pays(bob, 1n)] });
    expect((await waitForCallsStatus(wallet, { id })).statusCode).toBe(200);
    expect(times).toBe(2);
  });

  test('where another transaction with its nonce is in a block', async () => {
    const kim = await place.person('kim@example.com', { confirmSignatures: 'never' });
    const address = addressOf(kim);
    await place.ruler.setAutomine(false);
    const { id } = await sendCalls(walletOf(kim), { calls: [pays(bob), pays(bob)] });
    await expect.poll(() => batchRecords(kim.client).find(id)?.hashes).toHaveLength(1);
    const [hash = '0x'] = batchRecords(kim.client).find(id)?.hashes ?? [];
    await expect
      .poll(() =>
        reader()
          .getTransaction({ hash })
          .catch(() => undefined),
      )
      .toBeDefined();
    await place.ruler.dropTransaction({ hash });
    await place.ruler.impersonateAccount({ address });
    await place.ruler.request({ method: 'eth_sendTransaction', params: [{ from: address, to: address }] } as never);
    await place.ruler.mine({ blocks: 1 });
    await expect.poll(async () => (await getCallsStatus(walletOf(kim), { id })).statusCode).toBe(400);
    expect(await reader().getTransactionCount({ address })).toBe(1);
  });

  test('where the person logs out', async () => {
    const dan = await place.person('dan@example.com', { confirmSignatures: 'never' });
    await place.ruler.setAutomine(false);
    const address = addressOf(dan);
    const { id } = await sendCalls(walletOf(dan), { calls: [pays(bob), pays(bob)] });
    await expect.poll(() => batchRecords(dan.client).find(id)?.hashes).toHaveLength(1);
    expect((await getCallsStatus(walletOf(dan), { id })).statusCode).toBe(100);
    await logout(dan.client);
    await place.ruler.mine({ blocks: 1 });
    await place.ruler.setAutomine(true);
    expect(await refusal(providerOf(dan).request({ method: 'wallet_getCallsStatus', params: [id] }))).toEqual([
      4100,
      'NOT_CONNECTED',
    ]);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await reader().getTransactionCount({ address })).toBe(1);
  });
});

/** What a page that was closed in between has left on the device. */
function leave(person: Person, left: Pick<BatchRecord, 'id' | 'hashes'>, more: Partial<BatchRecord> = {}): Hex {
  const at = { chainId: 31_337, address: addressOf(person), atMs: Date.now(), calls: 2 };
  batchRecords(person.client).add({ ...at, ...left, ...more });
  return left.id;
}

describe('a page that was closed in between', () => {
  const pay = () => walletOf(ada).sendTransaction(pays(bob, 1n));

  test.each([
    ['before the first call', 0, 400],
    ['after the first call', 1, 600],
    ['after the last call', 2, 200],
  ])('%s: what is left is not sent', async (_, sent, code) => {
    const hashes: Hex[] = [];
    for (let at = 0; at < sent; at += 1) hashes.push(await pay());
    const id = leave(ada, { id: toHex(`closed ${sent}`), hashes });
    expect((await getCallsStatus(walletOf(ada), { id })).statusCode).toBe(code);
  });

  test('what it has sent is waited for', async () => {
    await place.ruler.setAutomine(false);
    const id = leave(ada, { id: toHex('waits'), hashes: [await pay()] });
    expect((await getCallsStatus(walletOf(ada), { id })).statusCode).toBe(100);
    await place.ruler.mine({ blocks: 1 });
    expect((await getCallsStatus(walletOf(ada), { id })).statusCode).toBe(600);
  });

  test('is forgotten after 24 hours, and is nobody else’s', async () => {
    const old = leave(ada, { id: toHex('old'), hashes: [] }, { atMs: Date.now() - 86_400_001 });
    const other = leave(ada, { id: toHex('other'), hashes: [] }, { address: bob });
    for (const id of [old, other, toHex('none')])
      expect(await refusal(providerOf(ada).request({ method: 'wallet_getCallsStatus', params: [id] }))).toEqual([
        5730,
        'BATCH_NOT_KNOWN',
      ]);
  });
});

const batch = (more: object = {}) => ({
  ...{ version: '2.0.0', chainId: '0x7a69', atomicRequired: false, calls: [{ to: bob, value: '0x1' }] },
  ...more,
});

describe('a batch that is refused before anybody is asked', () => {
  const ask = (given: object, by: EthereumProvider = providerOf(ada)) =>
    refusal(by.request({ method: 'wallet_sendCalls', params: [given] }));

  test('by the numbers of EIP-5792', async () => {
    expect(await ask(batch({ capabilities: { paymasterService: { url: 'x' } } }))).toEqual([
      5700,
      'CAPABILITY_NOT_SUPPORTED',
    ]);
    expect(await ask(batch({ chainId: '0x1' }))).toEqual([5710, 'BATCH_CHAIN_NOT_SUPPORTED']);
    const id = leave(ada, { id: toHex('twice'), hashes: [] });
    expect(await ask(batch({ id }))).toEqual([5720, 'BATCH_ID_TAKEN']);
    expect(await ask(batch({ calls: Array(101).fill({ to: bob }) }))).toEqual([5740, 'BATCH_TOO_LARGE']);
    expect(await ask(batch({ atomicRequired: true }))).toEqual([5760, 'ATOMICITY_NOT_SUPPORTED']);
    expect(await ask(batch({ from: bob }))).toEqual([4100, 'NOT_CONNECTED']);
    expect(await ask(batch({ calls: [{ to: bob, value: toHex(parseEther('1000000')) }] }))).toEqual([
      -32000,
      'INSUFFICIENT_FUNDS',
    ]);
    const token = await newToken(ada);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 5_000n] });
    expect(await ask(batch({ calls: [{ to: token, data }, { to: bob }] }))).toEqual([-32000, 'TRANSACTION_WOULD_FAIL']);
    expect(asked).toEqual([]);
  });

  test('an optional capability is left out, and two of one id at once are one', async () => {
    const id = toHex('at once');
    const given = batch({ id, capabilities: { paymasterService: { optional: true } } });
    const answers = await Promise.allSettled(
      [0, 1].map(() => providerOf(ada).request({ method: 'wallet_sendCalls', params: [given] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await waitForCallsStatus(walletOf(ada), { id })).toMatchObject({ statusCode: 200, receipts: [{}] });
  });

  test('there is no screen of a batch', async () => {
    const shows = providerOf(ada).request({ method: 'wallet_showCallsStatus', params: ['0x01'] });
    expect(await refusal(shows)).toEqual([4200, 'METHOD_NOT_SUPPORTED']);
  });
});

describe('where others must agree', () => {
  test('each call waits for them in its turn', async () => {
    const person = await place.person('heidi@example.com', { confirmSignatures: 'never' });
    const { active } = await person.client.sessions.current();
    if (!active) throw new Error('Nobody is logged in.');
    const other = await secondRoot({ service: place.service, client: person.client }, active);
    const before = await held(carol);
    const { id } = await sendCalls(walletOf(person), { calls: [pays(carol, 3n), pays(carol, 4n)] });
    expect((await getCallsStatus(walletOf(person), { id })).statusCode).toBe(100);
    await expect
      .poll(async () => {
        await other.approveAll();
        return (await held(carol)) - before;
      })
      .toBe(7n);
    expect((await waitForCallsStatus(walletOf(person), { id })).statusCode).toBe(200);
  });
});
