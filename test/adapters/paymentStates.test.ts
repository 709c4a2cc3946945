import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { paymentStates } from '../../src/adapters/paymentStates.js';
import { call } from '../../src/client/call.js';
import { listActivities } from '../../src/contract/activities.queries.js';
import { signTransaction } from '../../src/contract/signing.js';
import { listWalletAccounts } from '../../src/contract/wallets.queries.js';
import { ethereumTransaction } from '../support/ethereumTransactions.js';
import { logIn, openService } from '../support/people.js';

type Call = { readonly id: number; readonly method: string; readonly params: readonly string[] };

/** A node of Ethereum whose answers the test makes. */
async function openNode() {
  const node = {
    asked: [] as Call[],
    requests: 0,
    /** The status of its answers. */
    http: 200,
    mostAtOnce: 100,
    receiptOf: (hash: string): unknown => ({ transactionHash: hash, blockNumber: '0x1', status: '0x1' }),
    found: null as unknown,
  };
  const resultOf = ({ method, params: [hash = ''] }: Call) => {
    if (method === 'eth_chainId') return '0x1';
    return method === 'eth_getTransactionReceipt' ? node.receiptOf(hash) : node.found;
  };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const asked = JSON.parse(String(Buffer.concat(chunks))) as Call | Call[];
    const calls = [asked].flat();
    node.requests += 1;
    node.asked.push(...calls);
    const isTooMany = calls.length > node.mostAtOnce;
    const answers = calls.map((each) => ({ jsonrpc: '2.0', id: each.id, result: resultOf(each) }));
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32_005, message: 'too many' } };
    outgoing.writeHead(node.http, { 'Content-Type': 'application/json' });
    outgoing.end(JSON.stringify(isTooMany ? refusal : Array.isArray(asked) ? answers : answers[0]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(node, {
    chain: {
      ...{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      rpcUrls: { default: { http: [url] } },
    },
  });
}

/** A person who has signed so many payments. */
async function ada(count: number) {
  const node = await openNode();
  const { service, client } = await openService();
  await logIn(service, client);
  const { accounts } = await call(client, listWalletAccounts, {});
  const signWith = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM')?.address ?? '';
  for (let nonce = 0; nonce < count; nonce += 1) {
    const unsignedTransaction = ethereumTransaction({ to: `0x${'ad'.repeat(20)}`, nonce: BigInt(nonce) });
    await call(client, signTransaction, { signWith, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' });
  }
  const filter = { filterByType: ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2'], paginationOptions: { limit: '100' } };
  const { activities } = await call(client, listActivities, filter);
  expect(activities).toHaveLength(count);
  const read = async () => {
    const { states, againMs } = await paymentStates(client, node.chain, activities);
    return { states: [...states.values()], againMs };
  };
  return { service, node, read };
}

test('an old payment whose node did not answer is asked for again, until it is known to be done', async () => {
  const { service, node, read } = await ada(1);
  service.clock.advanceMs(3_600_000);
  node.http = 429;
  expect(await read()).toEqual({ states: ['signed'], againMs: 60_000 });
  node.http = 200;
  expect(await read()).toEqual({ states: ['done'], againMs: undefined });
  node.asked.length = 0;
  await read();
  expect(node.asked).toEqual([]);
});

test('a young payment that no node knows is asked for soon, an old one no more', async () => {
  const { service, node, read } = await ada(1);
  node.receiptOf = () => null;
  expect(await read()).toEqual({ states: ['signed'], againMs: 5_000 });
  service.clock.advanceMs(3_600_000);
  expect(await read()).toEqual({ states: ['signed'], againMs: undefined });
});

test('what a node has seen is sent, also where it knows nothing of it later, and is not waited for beyond a day', async () => {
  const { service, node, read } = await ada(1);
  node.receiptOf = () => null;
  node.found = {};
  expect(await read()).toEqual({ states: ['sent'], againMs: 5_000 });
  node.found = null;
  expect(await read()).toEqual({ states: ['sent'], againMs: 5_000 });
  service.clock.advanceMs(3_600_000);
  expect(await read()).toEqual({ states: ['sent'], againMs: 60_000 });
  service.clock.advanceMs(86_400_000);
  expect(await read()).toEqual({ states: ['sent'], againMs: undefined });
});

test('many payments are asked for a few at a time, and what is in a block only once', async () => {
  const { node, read } = await ada(20);
  node.mostAtOnce = 10;
  expect((await read()).states).toEqual(Array(20).fill('done'));
  expect(node.requests).toBe(3);
  expect(node.asked.filter(({ method }) => method === 'eth_getTransactionByHash')).toEqual([]);
});

test('a receipt of another transaction says nothing of this one', async () => {
  const { node, read } = await ada(1);
  const other = `0x${'00'.repeat(32)}`;
  node.receiptOf = () => ({ transactionHash: other, blockNumber: '0x1', status: '0x1' });
  expect((await read()).states).toEqual(['signed']);
});
