import { getAddress, keccak256, parseTransaction, toHex, verifyTypedData } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EthereumProvider } from '../../src/adapters/ethereum/createEthereumProvider.js';
import { accountNotes } from '../../src/adapters/ethereum/nonces.js';
import { lossy } from './lossy.js';
import { openProviderPlace, type ProviderPlace } from './providerPlace.js';

/** An account of the node, without a key here. */
const bob = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const stranger = getAddress(`0x${'5a'.repeat(20)}`);

let opened: ProviderPlace;
let provider: EthereumProvider;
beforeAll(async () => {
  opened = await openProviderPlace({ confirmSignatures: () => true });
  provider = opened.provider;
}, 90_000);
afterAll(() => opened?.place.close());

const address = () => opened.address;
const ask = <Answer>(method: string, ...params: unknown[]) => provider.request({ method, params }) as Promise<Answer>;
const noted = () => accountNotes(opened.ada.client, { chainId: 31_337, address: address() });

describe('many at once, and answers that are lost', () => {
  const pay = (by: EthereumProvider, value = '0x1') =>
    by.request({
      method: 'eth_sendTransaction',
      params: [{ from: address(), to: stranger, value }],
    }) as Promise<`0x${string}`>;
  const held = () => opened.reader.getBalance({ address: stranger });

  test('fifty sends of two tabs have fifty nonces without a gap, also with a node whose count lags', async () => {
    const first = await opened.reader.getTransactionCount({ address: address() });
    const lagging: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (!String(init?.body).includes('eth_getTransactionCount')) return answer;
      return Response.json({ jsonrpc: '2.0', id: 1, result: toHex(first) });
    };
    const tabs = [opened.providerOf(opened.ada), opened.providerOf(opened.ada, { fetch: lagging as never })];
    const hashes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => pay(tabs[index % 2] as EthereumProvider)),
    );
    const sent = await Promise.all(hashes.map((hash) => opened.reader.getTransaction({ hash })));
    const nonces = sent.map(({ nonce }) => nonce).sort((one, other) => one - other);
    expect(nonces).toEqual(Array.from({ length: 50 }, (_, more) => first + more));
    expect(await held()).toBe(50n);
  });

  test('an answer that is lost costs nothing twice', async () => {
    const before = await held();
    let losses = 0;
    const by = opened.providerOf(opened.ada, {
      fetch: lossy((body) => {
        if (!body.includes('eth_sendRawTransaction') || losses >= 2) return undefined;
        losses += 1;
        return losses === 1 ? 'cut' : 'lost';
      }),
    });
    await opened.mined(await pay(by));
    expect(losses).toBe(2);
    expect((await held()) - before).toBe(1n);
    expect(noted().read()?.unsent).toEqual([]);
  });

  test('what an earlier page has signed is sent by the next one, and its nonce is not used again', async () => {
    const before = await held();
    const signed = await ask<`0x${string}`>('eth_signTransaction', { from: address(), to: stranger, value: '0x7' });
    const nonce = parseTransaction(signed).nonce ?? 0;
    const notes = noted();
    const hash = keccak256(signed);
    notes.write({ last: { nonce, atMs: Date.now() }, unsent: [{ hash, signed, nonce }] });
    await opened.providerOf(opened.ada).request({ method: 'eth_requestAccounts' });
    await opened.mined(hash);
    expect((await held()) - before).toBe(7n);
    const next = await pay(provider);
    expect((await opened.reader.getTransaction({ hash: next })).nonce).toBe(nonce + 1);
    expect(notes.read()?.unsent).toEqual([]);
  });

  test('a node that answers with another hash, or none, is asked again and not believed', async () => {
    const before = await held();
    let lies = 0;
    const lying = opened.providerOf(opened.ada, {
      async fetch(url, init) {
        if (!String(init.body).includes('eth_sendRawTransaction') || lies > 1) return fetch(url, init);
        lies += 1;
        return Response.json({ jsonrpc: '2.0', id: 1, result: lies === 1 ? null : `0x${'11'.repeat(32)}` });
      },
    });
    await opened.mined(await pay(lying));
    expect((await held()) - before).toBe(1n);
  });

  test.each([
    ['unknown transaction type', { code: -32000, message: 'unknown transaction type' }],
    ['an error beside an empty result', { code: -32000, message: 'no' }],
  ])('%s is a refusal', async (_, error) => {
    const refusing = opened.providerOf(opened.ada, {
      fetch: async (url, init) =>
        String(init.body).includes('eth_sendRawTransaction')
          ? Response.json({ jsonrpc: '2.0', id: 1, result: null, error })
          : fetch(url, init),
    });
    await expect(pay(refusing)).rejects.toMatchObject(error);
    expect(noted().read()?.unsent).toEqual([]);
  });

  test('what is left over and refused at last gives its nonce back', async () => {
    const notes = noted();
    const nonce = await opened.reader.getTransactionCount({ address: address() });
    const signed = '0x02c0';
    const hash = keccak256(signed);
    notes.write({ last: { nonce, atMs: Date.now() }, unsent: [{ hash, signed, nonce }] });
    const next = await pay(provider);
    expect((await opened.reader.getTransaction({ hash: next })).nonce).toBe(nonce);
  });

  test('a nonce that the page names is shown, used, and says nothing about the next one', async () => {
    const nonce = await opened.reader.getTransactionCount({ address: address() });
    const named = (at: number) =>
      ask<`0x${string}`>('eth_sendTransaction', { from: address(), to: stranger, nonce: toHex(at) });
    await opened.mined(await named(nonce));
    await expect(named(nonce + 900)).rejects.toBeInstanceOf(Error); // this node takes none that is ahead
    expect((await opened.reader.getTransaction({ hash: await pay(provider) })).nonce).toBe(nonce + 1);
  });

  test('what a page changes while the person is asked is not signed', async () => {
    const types = { Permit: [{ name: 'spender', type: 'address' }] };
    const message = { spender: stranger as string, toJSON: undefined as unknown };
    Object.defineProperty(message, 'toJSON', { enumerable: false, value: undefined, configurable: true });
    const data = { domain: {}, types, primaryType: 'Permit', message };
    const list = [{ address: stranger, storageKeys: [] as `0x${string}`[] }];
    const own = await opened.place.person('mallory@example.com', {
      confirmSignatures() {
        message.spender = bob;
        list.push({ address: bob, storageKeys: [] });
        return true;
      },
    });
    const by = opened.providerOf(own);
    const from = getAddress(own.listed.address);
    const signature = (await by.request({ method: 'eth_signTypedData_v4', params: [from, data] })) as `0x${string}`;
    const signed = { domain: {}, types, primaryType: 'Permit', message: { spender: stranger } } as const;
    expect(await verifyTypedData({ address: from, ...signed, signature })).toBe(true);
    const sent = { from, to: bob, accessList: list };
    const raw = (await by.request({ method: 'eth_signTransaction', params: [sent] })) as `0x02${string}`;
    expect(parseTransaction(raw).accessList).toHaveLength(2);
  });

  test('a refusal of the node is the request’s, and the next one has its nonce', async () => {
    const refusing = opened.providerOf(opened.ada, {
      fetch: async (url, init) =>
        String(init.body).includes('eth_sendRawTransaction')
          ? Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32003, message: 'rejected', data: 'why' } })
          : fetch(url, init),
    });
    const count = await opened.reader.getTransactionCount({ address: address() });
    await expect(pay(refusing)).rejects.toMatchObject({ code: -32003, message: 'rejected', data: 'why' });
    const hash = await pay(provider);
    expect((await opened.reader.getTransaction({ hash })).nonce).toBe(count);
  });
});
