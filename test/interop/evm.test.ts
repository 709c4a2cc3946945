import {
  createWalletClient,
  erc20Abi,
  http,
  parseEther,
  parseGwei,
  parseSignature,
  publicActions,
  type TransactionReceipt,
  verifyMessage,
  zeroAddress,
} from 'viem';
import { createNonceManager, jsonRpc } from 'viem/nonce';
import { createWalletClient as createFirst, http as httpFirst } from 'viem-2.24';
import { hardhat as firstHardhat } from 'viem-2.24/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EthereumAccount } from '../../src/adapters/ethereum/account.js';
import { toAccount } from '../../src/adapters/ethereum/toAccount.js';
import { compileContracts } from './evm.js';
import { type EvmPlace, openEvmPlace, type Person } from './evmPlace.js';

/** An account of the node, with ether and without a key here. */
const bob = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let place: EvmPlace;
let ada: Person;
let account: EthereumAccount;
beforeAll(async () => {
  place = await openEvmPlace();
  ada = await place.person('ada@example.com');
  account = toAccount(ada.client, ada.listed);
}, 90_000);
afterAll(() => place?.close());

/** An app's wallet client, unmodified. */
const wallet = (of: EthereumAccount = account) =>
  createWalletClient({ account: of, chain: place.chain, transport: http(), pollingInterval: 50 }).extend(publicActions);
const bobs = () => createWalletClient({ account: bob, chain: place.chain, transport: http() });

/** Waits until a transaction is mined, from the account or from another, and has succeeded. */
async function mined(hash: `0x${string}`, from: string = account.address): Promise<TransactionReceipt> {
  const receipt = await wallet().waitForTransactionReceipt({ hash });
  expect(receipt).toMatchObject({ status: 'success', from: from.toLowerCase() });
  return receipt;
}

const contracts = compileContracts();

/** A token that the account owns wholly. */
async function deployed(): Promise<`0x${string}`> {
  const { abi, bytecode } = contracts.token;
  const { contractAddress } = await mined(await wallet().deployContract({ abi, bytecode, args: [1_000n] }));
  if (!contractAddress) throw new Error('No contract was created.');
  return contractAddress;
}

describe('viem sends ether from the wallet', () => {
  const gasPrice = parseGwei('5');
  const accessList = [{ address: bob, storageKeys: [] }] as const;
  test.each([
    ['legacy', { gasPrice, type: 'legacy' }],
    ['eip2930', { gasPrice, accessList }],
    ['eip1559', {}],
    ['eip1559', { accessList, maxFeePerGas: gasPrice }],
  ] as const)('by a transaction of type %s', async (type, form) => {
    const before = await wallet().getBalance({ address: bob });
    const hash = await wallet().sendTransaction({ to: bob, value: parseEther('1'), ...form });
    expect((await mined(hash)).type).toBe(type);
    expect((await wallet().getBalance({ address: bob })) - before).toBe(parseEther('1'));
  });

  test('with the first version whose accounts sign authorizations, too', async () => {
    const [url] = place.chain.rpcUrls.default.http;
    const first = createFirst({ account, chain: firstHardhat, transport: httpFirst(url) });
    await mined(await first.sendTransaction({ to: bob, value: 1n }));
  });

  test('several at once, with its manager of nonces', async () => {
    const managed = toAccount(ada.client, ada.listed, { nonceManager: createNonceManager({ source: jsonRpc() }) });
    const sender = createWalletClient({ account: managed, chain: place.chain, transport: http() });
    const first = await wallet().getTransactionCount({ address: account.address });
    // A node that mines each transaction at once takes none whose turn has not come.
    await place.ruler.setAutomine(false);
    const hashes = await Promise.all([1n, 2n, 3n, 4n].map((value) => sender.sendTransaction({ to: bob, value })));
    await place.ruler.mine({ blocks: 1 });
    await place.ruler.setAutomine(true);
    for (const hash of hashes) await mined(hash);
    const sent = await Promise.all(hashes.map((hash) => wallet().getTransaction({ hash })));
    expect(new Set(sent.map(({ nonce }) => nonce))).toEqual(new Set([0, 1, 2, 3].map((more) => first + more)));
  });
});

describe('viem uses contracts from the wallet', () => {
  test('it deploys a token and sends some', async () => {
    const address = await deployed();
    const token = { address, abi: erc20Abi } as const;
    await mined(await wallet().writeContract({ ...token, functionName: 'transfer', args: [bob, 30n] }));
    const held = await Promise.all(
      [bob, account.address].map((of) =>
        wallet().readContract({ ...token, functionName: 'balanceOf', args: [of as typeof bob] }),
      ),
    );
    expect(held).toEqual([30n, 970n]);
  });

  test('it signs a permit, which somebody else redeems', async () => {
    const address = await deployed();
    const { abi } = contracts.token;
    const message = { owner: account.address, spender: bob, value: 70n, nonce: 0n, deadline: 2n ** 64n } as const;
    const signature = await wallet().signTypedData({
      domain: { name: 'Token', version: '1', chainId: place.chain.id, verifyingContract: address },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message,
    });
    const { r, s, v } = parseSignature(signature);
    const args = [message.owner, message.spender, message.value, message.deadline, v, r, s];
    await mined(await bobs().writeContract({ address, abi, functionName: 'permit', args }), bob);
    const token = { address, abi: erc20Abi, functionName: 'transferFrom' } as const;
    await mined(await bobs().writeContract({ ...token, args: [account.address, bob, 70n] }), bob);
    const balanceOf = { address, abi: erc20Abi, functionName: 'balanceOf', args: [bob] } as const;
    expect(await wallet().readContract(balanceOf)).toBe(70n);
  });

  test('it runs code as the account’s own, and takes that code back', async () => {
    const { abi, bytecode } = contracts.delegate;
    const { contractAddress } = await mined(await wallet().deployContract({ abi, bytecode }));
    const delegate = contractAddress ?? zeroAddress;
    const set = await wallet().signAuthorization({ contractAddress: delegate, executor: 'self' });
    const hash = await wallet().writeContract({
      ...{ address: account.address, abi, functionName: 'run', authorizationList: [set] },
    });
    const receipt = await mined(hash);
    expect(receipt.type).toBe('eip7702');
    expect(receipt.logs.map(({ address }) => address)).toEqual([account.address.toLowerCase()]);
    const code = () => wallet().getCode({ address: account.address });
    expect(await code()).toBe(`0xef0100${delegate.slice(2).toLowerCase()}`);
    const clear = await wallet().signAuthorization({ contractAddress: zeroAddress, executor: 'self' });
    await mined(await wallet().sendTransaction({ to: account.address, authorizationList: [clear] }));
    expect(await code()).toBeUndefined();
  });

  test('somebody else pays for setting it', async () => {
    const authorization = await wallet().signAuthorization({ contractAddress: bob });
    const grace = await place.person('grace@example.com');
    const sponsor = toAccount(grace.client, grace.listed);
    const hash = await wallet(sponsor).sendTransaction({ to: bob, authorizationList: [authorization] });
    await mined(hash, sponsor.address);
    const code = await wallet().getCode({ address: account.address });
    expect(code).toBe(`0xef0100${bob.slice(2).toLowerCase()}`);
  });

  test('a message is verified on the chain', async () => {
    const signature = await wallet().signMessage({ message: 'Hällo 👋' });
    expect(await wallet().verifyMessage({ address: account.address, message: 'Hällo 👋', signature })).toBe(true);
    expect(await verifyMessage({ address: account.address, message: 'Hällo 👋', signature })).toBe(true);
  });
});
