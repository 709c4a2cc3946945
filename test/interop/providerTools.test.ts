import * as wagmi2 from '@wagmi/core-2';
import {
  BrowserProvider,
  Contract,
  ContractFactory,
  type InterfaceAbi,
  Signature,
  type TransactionRequest,
} from 'ethers';
import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseEther,
  parseSignature,
  type TransactionReceipt,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConfig } from 'wagmi';
import * as wagmi3 from 'wagmi/actions';
import { toAccount } from '../../src/adapters/ethereum/toAccount.js';
import { latchkeyConnector } from '../../src/adapters/wagmi/latchkeyConnector.js';
import type { ClientSettings } from '../../src/client/settings.js';
import type { SignatureFacts } from '../../src/reading/signatureFacts.js';
import { compileContracts } from './evm.js';
import { openProviderPlace, type ProviderPlace } from './providerPlace.js';

/** An account of the node, with ether and without a key here. */
const bob = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const gasPrice = 5_000_000_000n;
const accessList: { address: Hex; storageKeys: Hex[] }[] = [{ address: bob, storageKeys: [] }];

let opened: ProviderPlace;
/** What was asked before each signature. */
let asked: SignatureFacts[] = [];
const confirmSignatures: ClientSettings['confirmSignatures'] = (_request, facts) => {
  asked.push(facts);
  return true;
};
beforeAll(async () => {
  opened = await openProviderPlace({ confirmSignatures });
}, 90_000);
afterAll(() => opened?.place.close());

const contracts = compileContracts();
const address = () => opened.address;
const balance = () => opened.reader.getBalance({ address: bob });
const held = (token: Hex, of: Hex) =>
  opened.reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [of] });

/** What lets an account run code as its own, or takes it back. The account itself sends it, whose nonce has gone on by then. */
async function authorization(contractAddress: Hex) {
  const nonce = (await opened.reader.getTransactionCount({ address: address() })) + 1;
  const account = toAccount(opened.ada.client, opened.ada.listed);
  return account.signAuthorization({ contractAddress, chainId: opened.place.chain.id, nonce });
}

const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
};
const permit = () => ({ owner: address(), spender: bob, value: 70n, nonce: 0n, deadline: 2n ** 64n }) as const;
const permitDomain = (token: Hex) => ({
  ...{ name: 'Token', version: '1', chainId: opened.place.chain.id, verifyingContract: token },
});

/** Bob shows a permit to the token, and takes what it lets him take. */
async function redeem(token: Hex, signature: Hex): Promise<void> {
  const bobs = createWalletClient({ account: bob, chain: opened.place.chain, transport: http() });
  const { owner, spender, value, deadline } = permit();
  const { r, s, v } = parseSignature(signature);
  const args = [owner, spender, value, deadline, v, r, s];
  const { abi } = contracts.token;
  await opened.mined(await bobs.writeContract({ address: token, abi, functionName: 'permit', args }), bob);
  const taken = { address: token, abi: erc20Abi, functionName: 'transferFrom', args: [owner, bob, value] } as const;
  await opened.mined(await bobs.writeContract(taken), bob);
}

const contractOf = ({ contractAddress }: TransactionReceipt): Hex => {
  if (!contractAddress) throw new Error('No contract was created.');
  return getAddress(contractAddress);
};
const codeOfDelegate = (delegate: Hex) => `0xef0100${delegate.slice(2).toLowerCase()}`;
/** What the delegate's code is called with. */
const run = encodeFunctionData({ abi: contracts.delegate.abi, functionName: 'run' });
const code = () => opened.reader.getCode({ address: address() });

describe('ethers, through the provider', () => {
  const signerOf = () => new BrowserProvider(opened.provider).getSigner();
  const mined = ({ hash }: { readonly hash: string }) => opened.mined(hash as Hex);
  async function deployed({ abi, bytecode }: (typeof contracts)['token'], ...args: readonly unknown[]): Promise<Hex> {
    const factory = new ContractFactory(abi as InterfaceAbi, bytecode, await signerOf());
    const sent = (await factory.deploy(...args)).deploymentTransaction();
    return contractOf(await mined(sent ?? { hash: '' }));
  }

  test.each<[string, TransactionRequest]>([
    ['legacy', { type: 0, gasPrice }],
    ['eip2930', { type: 1, gasPrice, accessList: accessList }],
    ['eip1559', { type: 2 }],
    ['eip1559', { accessList: accessList, maxFeePerGas: gasPrice, maxPriorityFeePerGas: 1n }],
  ])('sends ether by a transaction of type %s', async (type, form) => {
    const before = await balance();
    const signer = await signerOf();
    const receipt = await mined(await signer.sendTransaction({ to: bob, value: parseEther('1'), ...form }));
    expect(receipt.type).toBe(type);
    expect((await balance()) - before).toBe(parseEther('1'));
  });

  test('deploys a token, sends some, and signs a permit that somebody else redeems', async () => {
    asked = [];
    const token = await deployed(contracts.token, 1_000n);
    const signer = await signerOf();
    const contract = new Contract(token, contracts.token.abi as InterfaceAbi, signer);
    await mined(await contract.getFunction('transfer')(bob, 30n));
    expect(await contract.getFunction('balanceOf')(bob)).toBe(30n);
    const signature = await signer.signTypedData(permitDomain(token), permitTypes, permit());
    await redeem(token, signature as Hex);
    expect(await Promise.all([held(token, bob), held(token, address())])).toEqual([100n, 900n]);
    expect(asked.map(({ kind }) => kind)).toEqual(['transaction', 'transaction', 'typed data']);
    expect(asked[2]).toMatchObject({ reading: { effects: [{ does: 'allow', token: token.toLowerCase() }] } });
  });

  test('runs code as the account’s own, and takes that code back', async () => {
    const delegate = await deployed(contracts.delegate);
    const signer = await signerOf();
    const send = async (contractAddress: Hex) => {
      const { r, s, yParity, ...named } = await authorization(contractAddress);
      const signature = Signature.from({ r, s, yParity: yParity as 0 | 1 });
      const authorizationList = [{ ...named, signature }];
      return mined(await signer.sendTransaction({ type: 4, to: address(), data: run, authorizationList }));
    };
    asked = [];
    expect((await send(delegate)).type).toBe('eip7702');
    expect(await code()).toBe(codeOfDelegate(delegate));
    await send(zeroAddress);
    expect(await code()).toBeUndefined();
    expect(asked.map(({ dangers }) => dangers.includes('DELEGATION'))).toEqual([true, true]);
  });
});

describe.each([
  ['3.7', wagmi3],
  ['2.19', wagmi2 as unknown as typeof wagmi3],
])('wagmi %s, through its connector', (version, actions) => {
  /** A page whose wagmi is connected. */
  async function connected() {
    const { chain } = opened.place;
    const create = version === '3.7' ? createConfig : (wagmi2.createConfig as unknown as typeof createConfig);
    const config = create({
      chains: [chain],
      connectors: [latchkeyConnector(opened.ada.client)],
      transports: { [chain.id]: http() },
      ...{ storage: null, multiInjectedProviderDiscovery: false },
    });
    const [connector] = config.connectors;
    if (!connector) throw new Error('There is no connector.');
    await actions.connect(config, { connector });
    return config;
  }

  test.each([
    ['legacy', { type: 'legacy', gasPrice }],
    ['eip2930', { type: 'eip2930', gasPrice, accessList }],
    ['eip1559', {}],
    ['eip1559', { accessList, maxFeePerGas: gasPrice }],
  ] as const)('sends ether by a transaction of type %s', async (type, form) => {
    const before = await balance();
    const config = await connected();
    const hash = await actions.sendTransaction(config, { to: bob, value: parseEther('1'), ...form });
    expect((await opened.mined(hash)).type).toBe(type);
    expect((await balance()) - before).toBe(parseEther('1'));
  });

  test('deploys a token, sends some, and signs a permit that somebody else redeems', async () => {
    asked = [];
    const config = await connected();
    const { abi, bytecode } = contracts.token;
    const token = contractOf(
      await opened.mined(await actions.deployContract(config, { abi, bytecode, args: [1_000n] })),
    );
    const call = { address: token, abi: erc20Abi, functionName: 'transfer', args: [bob, 30n] } as const;
    await opened.mined(await actions.writeContract(config, call));
    const signature = await actions.signTypedData(config, {
      ...{ domain: permitDomain(token), types: permitTypes, primaryType: 'Permit', message: permit() },
    });
    await redeem(token, signature);
    expect(await Promise.all([held(token, bob), held(token, address())])).toEqual([100n, 900n]);
    expect(asked.map(({ kind }) => kind)).toEqual(['transaction', 'transaction', 'typed data']);
  });

  test('runs code as the account’s own, and takes that code back', async () => {
    const config = await connected();
    const { abi, bytecode } = contracts.delegate;
    const delegate = contractOf(await opened.mined(await actions.deployContract(config, { abi, bytecode })));
    const send = async (contractAddress: Hex) => {
      const authorizationList = [await authorization(contractAddress)];
      return opened.mined(await actions.sendTransaction(config, { to: address(), data: run, authorizationList }));
    };
    asked = [];
    expect((await send(delegate)).type).toBe('eip7702');
    expect(await code()).toBe(codeOfDelegate(delegate));
    await send(zeroAddress);
    expect(await code()).toBeUndefined();
    expect(asked.map(({ dangers }) => dangers.includes('DELEGATION'))).toEqual([true, true]);
  });
});
