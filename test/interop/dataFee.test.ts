import { createPublicClient, createWalletClient, custom, getAddress, http, parseEther } from 'viem';
import { sendCalls } from 'viem/actions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEthereumProvider } from '../../src/adapters/ethereum/createEthereumProvider.js';
import { usePrepareTransaction, useSendTransaction } from '../../src/hooks/sending.js';
import type { SignatureFacts } from '../../src/reading/signatureFacts.js';
import { type EvmPlace, openEvmPlace, type Person } from './evmPlace.js';
import { openHookPage } from './hookPage.js';

/** A rollup's contract that says what bytes cost on Ethereum, here always the same: PUSH6 10^13, and returns it. */
const oracle = {
  address: '0x420000000000000000000000000000000000000F',
  bytecode: '0x6509184e72a00060005260206000f3',
} as const;
const dataFee = 10n ** 13n;
const bob = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const chainId = 31_337;

let place: EvmPlace;
let ada: Person;
const asked: SignatureFacts[] = [];
beforeAll(async () => {
  place = await openEvmPlace();
  await place.ruler.setCode(oracle);
  ada = await place.person('ada@example.com', {
    chains: [{ ...place.chain, feeOracle: 'op-stack' }],
    confirmSignatures(_, facts) {
      asked.push(facts);
      return true;
    },
  });
}, 90_000);
afterAll(() => place?.close());

const from = () => getAddress(ada.listed.address);
const wallet = () =>
  createWalletClient({
    account: from(),
    chain: place.chain,
    transport: custom(createEthereumProvider(ada.client)),
    pollingInterval: 50,
  });
const reader = () => createPublicClient({ chain: place.chain, transport: http(), pollingInterval: 50 });

describe('on a chain that takes something for the bytes, too', () => {
  test('a prepared payment says it, leaves twice of it, and is sent as it was prepared', async () => {
    const { now, close } = await openHookPage(ada.client, () => ({
      prepare: usePrepareTransaction(),
      send: useSendTransaction(),
    }));
    const prepared = await now().prepare.mutateAsync({ chainId, from: from(), to: bob, value: 1n });
    const { gas = 0, maxFeePerGas = 0 } = prepared.transaction;
    const ofGas = BigInt(gas) * BigInt(maxFeePerGas);
    expect(prepared.fee).toEqual({ largest: ofGas + dataFee, reserve: ofGas + 2n * dataFee, isAbout: true });
    const { facts } = prepared;
    if (facts.kind !== 'transaction') throw new Error('It is no transaction.');
    expect(facts.call.isFeeAbout).toBe(true);
    expect(parseEther(facts.call.feeLimit)).toBe(ofGas + dataFee);
    expect(facts.effect?.feeLimit).toBe(facts.call.feeLimit);
    const hash = await now().send.mutateAsync(prepared);
    expect((await reader().waitForTransactionReceipt({ hash })).status).toBe('success');
    await close();
  });

  test('so does a request of a page, and several calls at once', async () => {
    await wallet().sendTransaction({ to: bob, value: 1n });
    expect(asked.pop()).toMatchObject({ kind: 'transaction', call: { isFeeAbout: true } });
    await sendCalls(wallet(), { calls: [1n, 2n].map((value) => ({ to: bob, value }) as const) });
    const facts = asked.pop();
    if (facts?.kind !== 'batch') throw new Error('It is no batch.');
    expect(facts.isFeeAbout).toBe(true);
    expect(parseEther(facts.feeLimit)).toBeGreaterThan(2n * dataFee);
    await sendCalls(wallet(), { calls: [{ to: bob, value: 1n }] });
    expect(asked.pop()).toMatchObject({ kind: 'transaction', call: { isFeeAbout: true, lacksDataFee: false } });
  });

  test('so does what is signed, and sent by somebody else', async () => {
    await wallet().request({
      ...({ method: 'eth_signTransaction' } as const),
      params: [{ from: from(), to: bob, value: '0x1' }],
    } as never);
    expect(asked.pop()).toMatchObject({ kind: 'transaction', call: { isFeeAbout: true } });
  });
});
