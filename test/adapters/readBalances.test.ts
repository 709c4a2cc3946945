import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readBalances } from '../../src/adapters/state/readBalances.js';
import type { Client } from '../../src/client/createClient.js';

type Call = { readonly id: number; readonly method: string };

const address = `0x${'71'.repeat(20)}`;
const tokens = ['a0', 'b0', 'c0'].map((byte) => ({
  ...{ chainId: 1, address: `0x${byte.repeat(20)}`, symbol: byte, decimals: 6 },
}));
const client = { settings: { timeoutMs: 5_000 } } as Client;

/** What the node answers, beside tokens. */
const results: { readonly [method: string]: unknown } = {
  ...{ eth_chainId: '0x1', eth_getBalance: '0x5' },
  ...{ getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', getBalance: { value: 9 } },
};

/** A node, and the status that it refuses several calls at once with; `cut`: it ends the connection; `undefined`: it takes them. */
async function openNode(statusOfSeveral: () => number | 'cut' | undefined) {
  const asked: (Call | readonly Call[])[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const calls = JSON.parse(String(Buffer.concat(chunks))) as Call | readonly Call[];
    asked.push(calls);
    const status = Array.isArray(calls) ? statusOfSeveral() : undefined;
    if (status === 'cut') return incoming.destroy();
    const resultOf = ({ id, method }: Call) => ({
      ...{ jsonrpc: '2.0', id },
      result: results[method] ?? `0x${'7'.padStart(64, '0')}`,
    });
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32_005, message: 'refused' } };
    const answer = Array.isArray(calls) ? calls.map(resultOf) : resultOf(calls as Call);
    outgoing.writeHead(status ?? 200, { 'Content-Type': 'application/json' });
    outgoing.end(JSON.stringify(status ? refusal : answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const chain = {
    ...{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [url] } },
  };
  const read = async () => (await readBalances(client, { address, chain, tokens })).map(({ amount }) => amount);
  return { asked, read, url };
}

test('a node that takes single calls alone is asked so, and from then on', async () => {
  const { asked, read } = await openNode(() => 400);
  expect(await read()).toEqual([5n, 7n, 7n, 7n]);
  expect(asked).toHaveLength(6);
  expect(await read()).toEqual([5n, 7n, 7n, 7n]);
  expect(asked).toHaveLength(11);
});

test('a node that is asked too often is asked no more for that, and for all at once the next time', async () => {
  let status: number | undefined = 429;
  const { asked, read } = await openNode(() => status);
  expect(await read()).toEqual([undefined, undefined, undefined, undefined]);
  expect(asked).toHaveLength(1);
  status = undefined;
  expect(await read()).toEqual([5n, 7n, 7n, 7n]);
  expect(asked).toHaveLength(2);
});

test('a node that is not reached is asked once for all, and again the next time', async () => {
  let status: 'cut' | undefined = 'cut';
  const { asked, read } = await openNode(() => status);
  expect(await read()).toEqual([undefined, undefined, undefined, undefined]);
  expect(asked).toHaveLength(1);
  status = undefined;
  expect(await read()).toEqual([5n, 7n, 7n, 7n]);
});

test('a node of Solana is asked once which cluster it is of, and each time where it is another', async () => {
  const { asked, url } = await openNode(() => undefined);
  const chain = { name: 'Solana', rpcUrls: { default: { http: [url] } } };
  const read = async (id: 'solana:mainnet' | 'solana:devnet') => {
    asked.length = 0;
    const [sol] = await readBalances(client, { address, chain: { ...chain, id }, tokens: [] });
    return [sol?.amount, asked.length];
  };
  expect(await read('solana:mainnet')).toEqual([9n, 2]);
  expect(await read('solana:mainnet')).toEqual([9n, 1]);
  expect(await read('solana:devnet')).toEqual([undefined, 2]);
  expect(await read('solana:devnet')).toEqual([undefined, 2]);
});
