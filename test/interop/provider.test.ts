import { BrowserProvider, parseEther as parseEthers, verifyTypedData as verifyByEthers } from 'ethers';
import {
  createWalletClient,
  custom,
  erc20Abi,
  getAddress,
  parseEther,
  parseTransaction,
  publicActions,
  recoverTransactionAddress,
  toHex,
  verifyMessage,
  verifyTypedData,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EthereumProvider } from '../../src/adapters/ethereum/createEthereumProvider.js';
import { logout } from '../../src/client/session/logout.js';
import type { ClientSettings } from '../../src/client/settings.js';
import type { SignatureFacts } from '../../src/reading/signatureFacts.js';
import { compileContracts } from './evm.js';
import { openProviderPlace, type ProviderPlace } from './providerPlace.js';
import { typedMail } from './typedMail.js';

/** An account of the node, with ether and without a key here. */
const bob = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const stranger = getAddress(`0x${'5a'.repeat(20)}`);

let opened: ProviderPlace;
/** What was asked before each signature, and what the app's own function says. */
let asked: SignatureFacts[] = [];
let says: boolean | 'ask' = true;
const confirmSignatures: ClientSettings['confirmSignatures'] = (_request, facts) => {
  asked.push(facts);
  return says;
};

let provider: EthereumProvider;
beforeAll(async () => {
  opened = await openProviderPlace({ confirmSignatures });
  provider = opened.provider;
}, 90_000);
afterAll(() => opened?.place.close());

const address = () => opened.address;
const ask = <Answer>(method: string, ...params: unknown[]) => provider.request({ method, params }) as Promise<Answer>;
const wallet = (by: EthereumProvider = provider) =>
  createWalletClient({
    ...{ account: address(), chain: opened.place.chain, transport: custom(by), pollingInterval: 50 },
  }).extend(publicActions);

/** The number of the error that a request is refused with, and the code of the kit's own. */
async function refusal(answer: Promise<unknown>): Promise<unknown> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { code, data } = error as { readonly code?: number; readonly data?: { readonly code?: string } };
  return [code, data?.code];
}

describe('a page finds the wallet as it finds others', () => {
  test('its accounts, its chain, and what it may', async () => {
    expect(await ask('eth_accounts')).toEqual([address()]);
    expect(await ask('eth_requestAccounts')).toEqual([address()]);
    expect(await ask('eth_chainId')).toBe('0x7a69');
    expect(await ask('net_version')).toBe('31337');
    expect(await ask('wallet_getPermissions')).toMatchObject([{ parentCapability: 'eth_accounts' }]);
    expect(await ask('wallet_requestPermissions', { eth_accounts: {} })).toHaveLength(1);
  });

  test('access that was given back is asked for again', async () => {
    const told: unknown[] = [];
    const own = opened.providerOf(opened.ada);
    const listener = (accounts: unknown) => told.push(accounts);
    own.on('accountsChanged', listener);
    expect(await own.request({ method: 'eth_accounts' })).toEqual([address()]);
    expect(await own.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })).toBeNull();
    expect(await own.request({ method: 'eth_accounts' })).toEqual([]);
    expect(await own.request({ method: 'wallet_getPermissions' })).toEqual([]);
    expect(await refusal(own.request({ method: 'personal_sign', params: ['0x00', address()] }))).toEqual([
      4100,
      'NOT_CONNECTED',
    ]);
    await own.request({ method: 'eth_requestAccounts' });
    expect(told).toEqual([[], [address()]]);
    own.removeListener('accountsChanged', listener);
  });

  test('what reads the chain is passed on, and nothing else is', async () => {
    expect(await ask('eth_getBalance', bob, 'latest')).toBe(toHex(await opened.reader.getBalance({ address: bob })));
    for (const method of [
      'eth_sign',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'hardhat_reset',
      'evm_mine',
      'constructor',
      '',
    ])
      expect(await refusal(ask(method, []))).toEqual([4200, 'METHOD_NOT_SUPPORTED']);
  });

  test('what the node refuses with is given on, with its number and its words', async () => {
    const answer = ask('eth_call', { to: 'nobody' }, 'latest');
    await expect(answer).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: -32602,
      message: expect.stringContaining('length'),
    });
  });

  test('another chain is chosen where the app has it', async () => {
    const other = { ...opened.place.chain, id: 5_000, name: 'Other' };
    const own = opened.providerOf(opened.ada, { chains: [opened.place.chain, other] });
    const told: unknown[] = [];
    own.on('chainChanged', (chainId) => told.push(chainId));
    const switchTo = (chainId: string) => own.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    expect(await switchTo('0x1388')).toBeNull();
    expect(await own.request({ method: 'eth_chainId' })).toBe('0x1388');
    expect(await refusal(switchTo('0x1'))).toEqual([4902, 'CHAIN_NOT_KNOWN']);
    const added = { chainId: '0x1', rpcUrls: ['https://evil.example'] };
    expect(await refusal(own.request({ method: 'wallet_addEthereumChain', params: [added] }))).toEqual([
      4902,
      'CHAIN_NOT_KNOWN',
    ]);
    expect(await own.request({ method: 'wallet_addEthereumChain', params: [{ chainId: '0x1388' }] })).toBeNull();
    // Its node is the one of another chain: it is asked nothing.
    expect(await refusal(own.request({ method: 'eth_blockNumber' }))).toEqual([4901, 'CHAIN_MISMATCH']);
    const paid = { from: address(), to: bob, value: '0x1' };
    expect(await refusal(own.request({ method: 'eth_sendTransaction', params: [paid] }))).toEqual([
      4901,
      'CHAIN_MISMATCH',
    ]);
    expect(await switchTo('0x7a69')).toBeNull();
    expect(told).toEqual(['0x1388', '0x7a69']);
  });
});

describe('viem, through the provider', () => {
  test('signs texts, bytes and typed data', async () => {
    asked = [];
    for (const message of ['Hällo 👋', { raw: '0xff00' }] as const) {
      const signature = await wallet().signMessage({ message });
      expect(await verifyMessage({ address: address(), message, signature })).toBe(true);
    }
    const signature = await wallet().signTypedData(typedMail);
    expect(await verifyTypedData({ address: address(), ...typedMail, signature })).toBe(true);
    expect(asked.map(({ kind, dangers }) => [kind, ...dangers])).toEqual([
      ['message'],
      ['message', 'UNREADABLE'],
      ['typed data', 'UNREADABLE', 'OTHER_CHAIN'],
    ]);
    expect(asked[0]).toMatchObject({ text: 'Hällo 👋' });
  });

  test.each([
    ['eip1559', {}],
    ['legacy', { gasPrice: 5_000_000_000n, type: 'legacy' }],
    ['eip2930', { gasPrice: 5_000_000_000n, accessList: [{ address: bob, storageKeys: [] }] }],
  ] as const)('sends ether by a transaction of type %s', async (type, form) => {
    asked = [];
    const before = await opened.reader.getBalance({ address: bob });
    const hash = await wallet().sendTransaction({ to: bob, value: parseEther('1'), ...form });
    expect((await opened.mined(hash)).type).toBe(type);
    expect((await opened.reader.getBalance({ address: bob })) - before).toBe(parseEther('1'));
    expect(asked).toMatchObject([
      { kind: 'transaction', dangers: [], effect: { does: 'send', amount: '1', to: bob.toLowerCase(), symbol: 'ETH' } },
    ]);
  });

  test('deploys a token, and sends some', async () => {
    asked = [];
    const { abi, bytecode } = compileContracts().token;
    const { contractAddress } = await opened.mined(await wallet().deployContract({ abi, bytecode, args: [1_000n] }));
    const token = { address: contractAddress ?? stranger, abi: erc20Abi } as const;
    await opened.mined(await wallet().writeContract({ ...token, functionName: 'transfer', args: [bob, 30n] }));
    expect(await opened.reader.readContract({ ...token, functionName: 'balanceOf', args: [bob] })).toBe(30n);
    expect(asked.map(({ dangers }) => dangers)).toEqual([['DEPLOYMENT'], []]);
    expect(asked[1]).toMatchObject({
      // As the contract itself says: nobody else knows it.
      effect: {
        ...{ does: 'send', amount: '0.00000000000000003', unit: 'claimed token', tokenSymbol: 'TKN' },
        ...{ token: contractAddress, to: bob.toLowerCase() },
      },
    });
  });

  test('runs code as the account’s own', async () => {
    asked = [];
    const { abi, bytecode } = compileContracts().delegate;
    const { contractAddress } = await opened.mined(await wallet().deployContract({ abi, bytecode }));
    const authorization = {
      address: contractAddress,
      chainId: '0x7a69',
      nonce: '0x0',
      yParity: '0x0',
      r: '0x1',
      s: '0x2',
    };
    const request = { from: address(), to: address(), authorizationList: [authorization], gas: '0x186a0' };
    const signed = await ask<`0x04${string}`>('eth_signTransaction', request);
    expect(parseTransaction(signed).authorizationList).toMatchObject([{ address: contractAddress }]);
    expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(address());
    expect(asked.at(-1)?.dangers).toEqual(['DELEGATION']);
  });

  test('signs a transaction that somebody else sends', async () => {
    const signed = await ask<`0x${string}`>('eth_signTransaction', { from: address(), to: bob, value: '0x1' });
    await opened.mined(await ask<`0x${string}`>('eth_sendRawTransaction', signed));
  });
});

describe('ethers, through the provider', () => {
  test('signs, and sends ether', async () => {
    const signer = await new BrowserProvider(provider).getSigner();
    expect(await signer.getAddress()).toBe(address());
    const message = 'hello';
    const signature = (await signer.signMessage(message)) as `0x${string}`;
    expect(await verifyMessage({ address: address(), message, signature })).toBe(true);
    const types = Object.fromEntries(Object.entries(typedMail.types).map(([name, members]) => [name, [...members]]));
    const data = await signer.signTypedData(typedMail.domain, types, typedMail.message);
    expect(verifyByEthers(typedMail.domain, types, typedMail.message, data)).toBe(address());
    const { hash } = await signer.sendTransaction({ to: bob, value: parseEthers('0.5') });
    await opened.mined(hash as `0x${string}`);
  });
});

describe('what was not confirmed is not signed', () => {
  const pay = () => ask('eth_sendTransaction', { from: address(), to: bob, value: '0x1' });

  test('the app’s own function says no, or asks where nobody shows anything', async () => {
    says = false;
    expect(await refusal(pay())).toEqual([4001, 'REQUEST_REJECTED']);
    says = 'ask';
    expect(await refusal(pay())).toEqual([-32603, 'CONFIRMATION_MISSING']);
    says = true;
  });

  test.each([
    ['a login for another page', 'evil.example wants you to sign in with your Ethereum account:\n0x00'],
    ['a request to the service', JSON.stringify({ type: 'ACTIVITY_TYPE_STAMP_LOGIN', organizationId: 'x' })],
  ])('%s is refused whatever the app says', async (_, message) => {
    expect(await refusal(ask('personal_sign', toHex(message), address()))).toEqual([4001, 'REQUEST_REFUSED']);
    expect(await refusal(ask('personal_sign', message, address()))).toEqual([4001, 'REQUEST_REFUSED']);
  });

  test('so are typed data with a member that is not signed', async () => {
    const data = JSON.stringify({ ...typedMail, message: { ...typedMail.message, gift: 'all' } }, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(await refusal(ask('eth_signTypedData_v4', address(), data))).toEqual([4001, 'REQUEST_REFUSED']);
  });

  test.each([
    ['no transaction', []],
    ['a number that is none', [{ from: bob, to: bob, value: '1' }]],
    ['a member that nobody knows', [{ from: bob, to: bob, blobs: [] }]],
    ['two that differ', [{ from: bob, to: bob, data: '0x01', input: '0x02' }]],
  ])('parameters with %s are refused', async (_, params) => {
    expect(await refusal(provider.request({ method: 'eth_sendTransaction', params }))).toEqual([
      -32602,
      'PARAMETERS_INVALID',
    ]);
  });

  test('so is another account, another chain, and what would fail', async () => {
    const send = (more: object) =>
      refusal(ask('eth_sendTransaction', { from: address(), to: bob, value: '0x1', ...more }));
    expect(await send({ from: bob })).toEqual([4100, 'NOT_CONNECTED']);
    expect(await send({ chainId: '0x1' })).toEqual([4901, 'CHAIN_NOT_CHOSEN']);
    expect(await send({ value: toHex(parseEther('1000000')) })).toEqual([expect.any(Number), undefined]);
  });
});

test('who logs out has no accounts any more, and the page is told', async () => {
  const eve = await opened.place.person('eve@example.com', { confirmSignatures });
  const own = opened.providerOf(eve);
  const told: unknown[] = [];
  own.on('accountsChanged', (accounts) => told.push(accounts));
  own.on('disconnect', ({ code }) => told.push(code));
  expect(await own.request({ method: 'eth_accounts' })).toEqual([getAddress(eve.listed.address)]);
  await logout(eve.client);
  await expect.poll(() => told).toEqual([[], 4900]);
  expect(await refusal(own.request({ method: 'eth_requestAccounts' }))).toEqual([-32603, 'CONFIRMATION_MISSING']);
});
