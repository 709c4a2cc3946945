import { expect, test, vi } from 'vitest';
import { createEthereumProvider } from '../../../src/adapters/ethereum/createEthereumProvider.js';
import { logout } from '../../../src/client/session/logout.js';
import { eventually } from '../../support/eventually.js';
import { logIn, openService } from '../../support/people.js';
import { quietNode } from '../../support/quietNode.js';

/** A person who is logged in, and a provider on Base. */
async function ada() {
  const { service, client } = await openService({ confirmSignatures: () => true });
  await logIn(service, client);
  const node = quietNode(8453, 'Base');
  const provider = createEthereumProvider(client, { chains: [node.chain], fetch: node.fetch });
  const accounts = (method: string) => provider.request({ method }) as Promise<string[]>;
  return { service, client, node, provider, accounts };
}

test('what a page does to a list of accounts changes no other answer', async () => {
  const { provider, accounts } = await ada();
  const own = [...(await accounts('eth_accounts'))];
  expect(own).toHaveLength(1);
  for (const method of ['eth_accounts', 'eth_requestAccounts']) (await accounts(method))[0] = `0x${'ba'.repeat(20)}`;
  const [permission] = (await provider.request({ method: 'wallet_getPermissions' })) as {
    readonly caveats: readonly { readonly value: string[] }[];
  }[];
  permission?.caveats[0]?.value.splice(0);
  expect(await accounts('eth_accounts')).toEqual(own);
});

test('nor does what one listener does to it change what the next one hears', async () => {
  const { service, client, provider, accounts } = await ada();
  const [own] = await accounts('eth_accounts');
  const heard: (readonly string[])[] = [];
  provider.on('accountsChanged', (changed) => {
    (changed as string[]).splice(0);
  });
  provider.on('accountsChanged', (changed) => heard.push(changed));
  await eventually(async () => expect(await accounts('eth_accounts')).toEqual([own]));
  await logout(client);
  await eventually(() => expect(heard).toHaveLength(1));
  await logIn(service, client);
  await eventually(() => expect(heard).toEqual([[], [own]]));
});

test('who listens and connects in one go hears of a person who was logged in before, however late the methods are loaded', async () => {
  const { provider } = await ada();
  const heard: unknown[] = [];
  provider.on('connect', (chosen) => heard.push(chosen));
  provider.on('accountsChanged', (changed) => heard.push(changed));
  const accounts = await provider.request({ method: 'eth_requestAccounts' });
  expect(heard).toEqual([{ chainId: '0x2105' }, accounts]);
});

test('what a page does to its request afterwards is none of that request', async () => {
  const { provider, accounts } = await ada();
  const request = { method: 'eth_chainId', params: [] as unknown[] };
  const first = provider.request(request);
  request.method = 'eth_accounts';
  const [, second] = [await first, await provider.request(request)];
  expect(await first).toBe('0x2105');
  expect(second).toEqual(await accounts('eth_accounts'));
});

test('whatever is no request is refused as a provider refuses', async () => {
  const { provider } = await ada();
  const hostile = Object.defineProperty({}, 'method', {
    get() {
      throw new Error('no');
    },
  });
  for (const [given, code] of [
    [null, -32602],
    [undefined, -32602],
    ['eth_accounts', -32602],
    [{}, -32602],
    [{ method: 1 }, -32602],
    [hostile, -32603],
  ] as const)
    await expect(provider.request(given as never)).rejects.toMatchObject({ name: 'ProviderRpcError', code });
});

test('a transaction that somebody else has noted as one of the wallet’s is neither sent nor waited for', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  });
  const { client, node, provider, accounts } = await ada();
  const [from = ''] = await accounts('eth_accounts');
  const name = `latchkey.ethereum.${client.settings.authProxyConfigId}.8453.${from.toLowerCase()}`;
  const unsent = [{ hash: `0x${'00'.repeat(32)}`, signed: '0x02c0', nonce: 900 }];
  stored.set(name, JSON.stringify({ last: { nonce: 900, atMs: Date.now() }, unsent }));
  const transaction = { from, to: `0x${'bb'.repeat(20)}`, value: '0x1' };
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] });
  expect(hash).toMatch(/^0x[\da-f]{64}$/);
  expect(node.sent).toHaveLength(1);
  expect(JSON.parse(stored.get(name) ?? '{}')).toMatchObject({ unsent: [], last: { hash, nonce: 0 } });
});
