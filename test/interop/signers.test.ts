import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { TurnkeySigner as EthersSigner } from '@turnkey/ethers';
import * as http from '@turnkey/http';
import { TurnkeySigner as SolanaSigner } from '@turnkey/solana';
import { createAccount } from '@turnkey/viem';
import {
  Transaction as EthersTransaction,
  verifyMessage as ethersVerifyMessage,
  verifyTypedData as ethersVerifyTypedData,
} from 'ethers';
import nacl from 'tweetnacl';
import {
  createWalletClient,
  custom,
  type LocalAccount,
  parseGwei,
  parseTransaction,
  recoverTransactionAddress,
  verifyMessage,
  verifyTypedData,
} from 'viem';
import { verifyAuthorization } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loopback, openLoopback } from './loopback.js';
import { typedMail } from './typedMail.js';
import { person } from './visit.js';

let loopback: Loopback;
let ada: Awaited<ReturnType<typeof person>>;
let ethereumAddress: `0x${string}`;
let solanaAddress: string;
beforeAll(async () => {
  loopback = await openLoopback();
  ada = await person(loopback, http);
  ethereumAddress = ada.addresses[0] as `0x${string}`;
  solanaAddress = ada.addresses[1] ?? '';
});
afterAll(() => loopback.close());

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const message = 'Hällo 👋';
const hyperliquid = 'HyperliquidTransaction:Withdraw';

describe('@turnkey/viem 0.14.37, verified by viem', () => {
  let account: LocalAccount;
  beforeAll(async () => {
    account = await createAccount({
      client: ada.client as never,
      organizationId: ada.organizationId,
      signWith: ethereumAddress,
    });
  });

  test('signs messages, of text and of bytes', async () => {
    for (const each of [message, { raw: '0x00ff' }] as const) {
      const signature = await account.signMessage({ message: each });
      expect(await verifyMessage({ address: ethereumAddress, message: each, signature })).toBe(true);
    }
  });

  test('signs typed data', async () => {
    // As an app has it: the wallet client names the domain's types, without which viem writes no domain.
    const wallet = createWalletClient({ account, transport: custom({ request: async () => '0x1' }) });
    const signature = await wallet.signTypedData(typedMail);
    expect(await verifyTypedData({ address: ethereumAddress, ...typedMail, signature })).toBe(true);
  });

  test('signs a withdrawal from Hyperliquid, whose type has a colon in its name', async () => {
    const withdrawal = {
      domain: { ...typedMail.domain, name: 'HyperliquidSignTransaction', chainId: 42_161 },
      types: { [hyperliquid]: [{ name: 'amount', type: 'string' }] },
      primaryType: hyperliquid,
      message: { amount: '1' },
    } as const;
    const wallet = createWalletClient({ account, transport: custom({ request: async () => '0x1' }) });
    const signature = await wallet.signTypedData(withdrawal);
    expect(await verifyTypedData({ address: ethereumAddress, ...withdrawal, signature })).toBe(true);
  });

  const fees = { maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('1') };
  const accessList = [{ address: to, storageKeys: [`0x${'01'.repeat(32)}`] }] as const;
  const call = { chainId: 1, nonce: 7, gas: 21_000n, to, value: 10n ** 18n, data: '0x1234' } as const;

  test.each([
    ['legacy', { ...call, type: 'legacy', gasPrice: parseGwei('20') }],
    ['of EIP-2930', { ...call, type: 'eip2930', gasPrice: parseGwei('20'), accessList }],
    ['of EIP-1559', { ...call, type: 'eip1559', ...fees, accessList }],
  ] as const)('signs a transaction, %s', async (_, transaction) => {
    const serializedTransaction = await account.signTransaction(transaction);
    expect(await recoverTransactionAddress({ serializedTransaction: serializedTransaction as never })).toBe(
      ethereumAddress,
    );
    expect(parseTransaction(serializedTransaction)).toMatchObject({ nonce: 7, value: 10n ** 18n, data: '0x1234' });
  });

  test('signs an authorization, and the transaction that contains it', async () => {
    const { signAuthorization } = account;
    if (signAuthorization === undefined) throw new Error('It signs no authorizations.');
    const authorization = await signAuthorization({ address: to, chainId: 1, nonce: 8 });
    expect(await verifyAuthorization({ address: ethereumAddress, authorization })).toBe(true);
    const transaction = { ...call, type: 'eip7702', ...fees, authorizationList: [authorization] } as const;
    const serializedTransaction = await account.signTransaction(transaction);
    expect(await recoverTransactionAddress({ serializedTransaction: serializedTransaction as never })).toBe(
      ethereumAddress,
    );
  });
});

describe('@turnkey/ethers 1.3.29, verified by ethers', () => {
  const signer = () =>
    new EthersSigner({ client: ada.client as never, organizationId: ada.organizationId, signWith: ethereumAddress });

  test('signs messages', async () => {
    expect(ethersVerifyMessage(message, await signer().signMessage(message))).toBe(ethereumAddress);
  });

  test('signs typed data', async () => {
    const { domain, types, message: value } = typedMail;
    const mutable = { Person: [...types.Person], Mail: [...types.Mail] };
    const signature = await signer().signTypedData(domain, mutable, value);
    expect(ethersVerifyTypedData(domain, mutable, value, signature)).toBe(ethereumAddress);
  });

  test('signs typed data whose types have colons in their names, one in an array of another', async () => {
    const types = { [hyperliquid]: [{ name: 'steps', type: 'A:B[]' }], 'A:B': [{ name: 'n', type: 'uint8' }] };
    const value = { steps: [{ n: 1 }, { n: 2 }] };
    const signature = await signer().signTypedData(typedMail.domain, types, value);
    expect(ethersVerifyTypedData(typedMail.domain, types, value, signature)).toBe(ethereumAddress);
  });

  test.each([
    ['legacy', { type: 0, gasPrice: 20_000_000_000n }],
    ['of EIP-1559', { type: 2, maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }],
  ] as const)('signs a transaction, %s', async (_, fees) => {
    const signed = await signer().signTransaction({ ...fees, chainId: 1, nonce: 7, gasLimit: 21_000n, to, value: 1n });
    expect(EthersTransaction.from(signed).from).toBe(ethereumAddress);
  });
});

describe('@turnkey/solana 1.1.37, verified by web3.js', () => {
  const signer = () => new SolanaSigner({ client: ada.client as never, organizationId: ada.organizationId });
  const transfer = () => {
    const payer = new PublicKey(solanaAddress);
    const instruction = SystemProgram.transfer({
      fromPubkey: payer,
      toPubkey: new PublicKey(new Uint8Array(32).fill(7)),
      lamports: 1_000,
    });
    const recentBlockhash = new PublicKey(new Uint8Array(32).fill(9)).toBase58();
    return { payer, instruction, recentBlockhash };
  };
  const legacy = () => {
    const { payer, instruction, recentBlockhash } = transfer();
    return new Transaction({ feePayer: payer, recentBlockhash }).add(instruction);
  };

  test('signs messages', async () => {
    const bytes = new TextEncoder().encode(message);
    const signature = await signer().signMessage(bytes, solanaAddress);
    expect(nacl.sign.detached.verify(bytes, signature, new PublicKey(solanaAddress).toBytes())).toBe(true);
  });

  test('adds a signature to a transaction, and signs one whole', async () => {
    const transaction = legacy();
    await signer().addSignature(transaction, solanaAddress);
    expect(transaction.verifySignatures()).toBe(true);
    const signed = await signer().signTransaction(legacy(), solanaAddress);
    expect((signed as Transaction).verifySignatures()).toBe(true);
  });

  test('signs a versioned transaction', async () => {
    const { payer, instruction, recentBlockhash } = transfer();
    const compiled = new TransactionMessage({
      payerKey: payer,
      recentBlockhash,
      instructions: [instruction],
    }).compileToV0Message();
    const transaction = new VersionedTransaction(compiled);
    const signed = (await signer().signTransaction(transaction, solanaAddress)) as VersionedTransaction;
    const [signature = new Uint8Array()] = signed.signatures;
    expect(nacl.sign.detached.verify(signed.message.serialize(), signature, payer.toBytes())).toBe(true);
  });

  test('signs several at once', async () => {
    const signed = await signer().signAllTransactions([legacy(), legacy()], solanaAddress);
    expect(signed.map((each) => (each as Transaction).verifySignatures())).toEqual([true, true]);
  });
});
