import { expect, test } from 'vitest';
import { readRequest, readWithClaims } from '../../../src/client/confirmations/readRequest.js';
import { tokenClaims } from '../../../src/client/confirmations/tokenClaims.js';
import { createClient } from '../../../src/client/createClient.js';
import type { SignatureRequest } from '../../../src/reading/signatureRequest.js';
import { callData, ethereumTransaction } from '../../support/ethereumTransactions.js';
import { abiNumber, abiText, bytes32, tokenAnswer } from '../../support/tokenAnswers.js';

const address = `0x${'aa'.repeat(20)}`;
const token = `0x${'cc'.repeat(20)}`;
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const chain = { id: 1, name: 'Ethereum', symbol: 'ETH' };
const client = createClient({ authProxyUrl: 'https://login.example', authProxyConfigId: crypto.randomUUID() });
const transfer = (to: string) =>
  ethereumTransaction({ to, value: 0n, data: callData('transfer(address,uint256)', address, 1n) });
const request = (to = token): SignatureRequest => ({
  ...{ kind: 'transaction', address, chain, isSent: true, unsignedTransaction: transfer(to) },
});

type Answers = { symbol?: unknown; decimals?: unknown; isOfNfts?: unknown };

/** What the kit takes from a node that answers so, and what the node was asked for. */
async function claimsBy({ symbol = abiText('ACME'), decimals = abiNumber(6), isOfNfts }: Answers, of = request()) {
  const asked: string[] = [];
  const claims = await tokenClaims(await readRequest(of, client), async (method, parameters) => {
    const [{ to, data }] = parameters as [{ to: string; data: string }];
    asked.push(`${method} ${to}`);
    const answer = data === '0x95d89b41' ? symbol : data === '0x313ce567' ? decimals : isOfNfts;
    if (answer === undefined) throw new Error('reverted');
    return answer;
  });
  return { claims, asked };
}

test('the contract of an unknown token is asked for its symbol and decimals', async () => {
  const { claims, asked } = await claimsBy({});
  expect(claims).toEqual([{ address: token, symbol: 'ACME', decimals: 6 }]);
  expect(asked).toEqual(Array(3).fill(`eth_call ${token}`));
  expect((await claimsBy({ symbol: bytes32('MKR') })).claims).toMatchObject([{ symbol: 'MKR' }]);
});

test('nobody is asked about what the kit knows, what is no token, and what cannot be read', async () => {
  for (const each of [
    request(usdc),
    { ...request(), unsignedTransaction: ethereumTransaction({ to: token, value: 1n }) } as SignatureRequest,
    { ...request(), unsignedTransaction: ethereumTransaction({ to: token, data: '0x12345678' }) } as SignatureRequest,
    { kind: 'message', address, message: 'hello' } as const,
  ])
    expect(await claimsBy({}, each)).toEqual({ claims: [], asked: [] });
});

test('an answer that is none is no claim', async () => {
  for (const symbol of [
    ...[
      '0x',
      '0xzz',
      null,
      7,
      {},
      abiText(''),
      bytes32(''),
      abiText('AC ME'),
      abiText('A\u0000B'),
      bytes32('A\u0000B'),
    ],
    ...[abiText('АСМЕ'), abiText('x'.repeat(33)), `${abiText('ACME')}${'0'.repeat(64)}`, `0x${'41'.repeat(1_000_000)}`],
    `${abiText('ACME').slice(0, 65)}1${abiText('ACME').slice(66)}`, // another place
    `${abiText('ACME').slice(0, 129)}5${abiText('ACME').slice(130)}`, // another length
  ])
    expect((await claimsBy({ symbol })).claims, String(symbol).slice(0, 80)).toEqual([]);
  for (const decimals of ['0x', '0x06', null, 6, `0x${'f'.repeat(64)}`, abiText('6')])
    expect((await claimsBy({ decimals })).claims, String(decimals)).toEqual([]);
});

test('a contract of NFTs has no amounts, whatever it says besides', async () => {
  expect((await claimsBy({ isOfNfts: abiNumber(1) })).claims).toEqual([]);
  expect((await claimsBy({ isOfNfts: abiNumber(0) })).claims).toHaveLength(1);
});

test('of a batch at most ten contracts are asked', async () => {
  const unsignedTransactions = Array.from({ length: 100 }, (_, at) =>
    transfer(`0x${String(at + 1).padStart(40, '0')}`),
  );
  const { claims, asked } = await claimsBy({}, { kind: 'batch', address, chain, unsignedTransactions, feeLimit: '0' });
  expect(claims).toHaveLength(10);
  expect(asked).toHaveLength(30);
});

test('a node that refuses everything, and one that never answers, change nothing', async () => {
  const refuses = () => Promise.reject(new Error('no'));
  const never = () => new Promise(() => {});
  for (const ask of [refuses, never, undefined])
    expect(await readWithClaims(request(), client, ask)).toEqual({
      ...{ request: request(), facts: await readRequest(request(), client) },
    });
});

test('a contract that never answers takes no other’s name away', async () => {
  const unsignedTransactions = [transfer(token), transfer(address)];
  const batch: SignatureRequest = { kind: 'batch', address, chain, unsignedTransactions, feeLimit: '0' };
  const facts = await readRequest(batch, client);
  const claims = await tokenClaims(facts, async (_, parameters) => {
    const [{ to, data }] = parameters as [{ to: string; data: string }];
    return to === token ? tokenAnswer({ symbol: 'ACME', decimals: 6 }, data) : new Promise(() => {});
  });
  expect(claims).toEqual([{ address: token, symbol: 'ACME', decimals: 6 }]);
});

test('what is refused is asked about nowhere', async () => {
  const asked: string[] = [];
  const message = `https://other.example wants you to sign in with your Ethereum account:\n${address}`;
  const refused = readWithClaims({ kind: 'message', address, message }, client, async (method) => asked.push(method));
  await expect(refused).rejects.toMatchObject({ code: 'REQUEST_REFUSED' });
  expect(asked).toEqual([]);
});
