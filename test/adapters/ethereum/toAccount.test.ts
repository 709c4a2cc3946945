import { keccak_256 } from '@noble/hashes/sha3.js';
import { Transaction } from 'micro-eth-signer';
import { describe, expect, test } from 'vitest';
import { toAccount } from '../../../src/adapters/ethereum/toAccount.js';
import type { Hex, TransactionToSign } from '../../../src/adapters/ethereum/transaction.js';
import { unsignedTransaction } from '../../../src/adapters/ethereum/unsignedTransaction.js';
import { call } from '../../../src/client/call.js';
import type { Client } from '../../../src/client/createClient.js';
import { defaultWallet } from '../../../src/client/wallet.js';
import { listActivities } from '../../../src/contract/activities.queries.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { recoverAddress } from '../../../src/crypto/ethereum.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { apiKeyStamper } from '../../../src/stampers/apiKeyStamper.js';
import { logIn, newClient, openService } from '../../support/people.js';
import { refusedWith } from '../../support/refusedWith.js';
import { secondRoot } from '../../support/secondRoot.js';

/** A person, her accounts as the service lists them, and the one that viem takes. */
async function ada() {
  const { service, client } = await openService();
  await logIn(service, client);
  const { accounts } = await call(client, listWalletAccounts, {});
  const [listed, solana] = ['ETHEREUM', 'SOLANA'].map((name) =>
    accounts.find(({ addressFormat }) => addressFormat === `ADDRESS_FORMAT_${name}`),
  );
  if (!listed || !solana) throw new Error('She has no such account.');
  return { service, client, listed, solana, account: toAccount(client, listed) };
}

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const bytes32: Hex = `0x${'5a'.repeat(32)}`;
const payment = { chainId: 1, nonce: 7, gas: 21_000n, to, value: 10n ** 18n, data: '0x1234' } as const;
const fees = { maxFeePerGas: 2n * 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n };
const gasPrice = 2n * 10n ** 10n;
const accessList = [{ address: to, storageKeys: [bytes32] }] as const;

/** Which activities the service has recorded, the newest first. */
async function recorded(client: Client): Promise<string[]> {
  const { activities } = await call(client, listActivities, {});
  return activities.map(({ type }) => type);
}

/** The code of the kit's own error, where nothing was sent. */
async function codeOf(answer: Promise<unknown>): Promise<unknown> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  return error instanceof Error && 'code' in error ? error.code : error;
}

describe('an account of the wallet', () => {
  test('has the address with its checksum, and both coordinates of its public key', async () => {
    const { listed, account } = await ada();
    expect(account).toMatchObject({ type: 'local', source: 'latchkey', address: listed.address });
    expect(account.nonceManager).toBeUndefined();
    const point = fromHex(account.publicKey.slice(2));
    expect([point.length, point[0]]).toEqual([65, 4]);
    expect(`0x${toHex(new Uint8Array(keccak_256(point.slice(1)).slice(-20)))}`).toBe(account.address.toLowerCase());
  });

  test('of another chain is refused by name', async () => {
    const { client, listed, solana } = await ada();
    const refused = expect.objectContaining({ code: 'ACCOUNT_NOT_ETHEREUM' });
    for (const wrong of [solana, { ...listed, publicKey: solana.publicKey }, { address: listed.address }])
      expect(() => toAccount(client, wrong)).toThrow(refused);
  });

  test('signs for a server, by the stamp of an API key', async () => {
    const { service, client } = await openService();
    const { organizationId } = service;
    const by = { organizationId, stamper: apiKeyStamper(service.rootApiKey) };
    await call(client, createWallet, { ...defaultWallet, walletName: 'Treasury' }, by);
    const { accounts } = await call(client, listWalletAccounts, {}, by);
    const listed = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM');
    const account = toAccount(client, listed ?? { address: '' }, by);
    const signature = await account.signMessage({ message: 'hi' });
    expect(await recoverAddress({ message: 'hi', signature })).toBe(account.address);
  });

  test('hands on the manager of nonces that it was given', async () => {
    const { client, listed } = await ada();
    const nonceManager = { consume: async () => 3 };
    expect(toAccount(client, listed, { nonceManager }).nonceManager).toBe(nonceManager);
  });
});

describe('what it signs is verified by its address', () => {
  test('a text, and bytes as bytes or hex', async () => {
    const { account } = await ada();
    const signed = await account.signMessage({ message: 'Hällo 👋' });
    expect(await recoverAddress({ message: 'Hällo 👋', signature: signed })).toBe(account.address);
    const ofBytes = await account.signMessage({ message: { raw: new Uint8Array([0x68, 0x69]) } });
    expect(await account.signMessage({ message: { raw: '0x6869' } })).toBe(ofBytes);
    expect(await account.signMessage({ message: 'hi' })).toBe(ofBytes);
  });

  test('32 bytes as they are, and nothing of another length', async () => {
    const { client, account } = await ada();
    const signature = await account.sign({ hash: bytes32 });
    expect(await recoverAddress({ digest: fromHex(bytes32.slice(2)), signature })).toBe(account.address);
    expect((await recorded(client))[0]).toBe('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2');
    await refusedWith('DIGEST_LENGTH', account.sign({ hash: '0x1234' }));
  });

  test('typed data, with a domain of no message, too', async () => {
    const { account } = await ada();
    const domain = { name: 'Test', version: '1', chainId: 1n };
    const types = { Pay: [{ name: 'wei', type: 'uint256' }] };
    const signed = await account.signTypedData({ domain, types, primaryType: 'Pay', message: { wei: 2n ** 200n } });
    expect(signed).toMatch(/^0x[\da-f]{128}1[bc]$/);
    const domainType = 'EIP712Domain(string name,string version,uint256 chainId)';
    const text = (of: string) => keccak_256(new TextEncoder().encode(of));
    const words = [text(domainType), text('Test'), text('1'), fromHex('1'.padStart(64, '0'))];
    const separator = keccak_256(Uint8Array.from(words.flatMap((word) => [...word])));
    const digest = new Uint8Array(keccak_256(Uint8Array.of(0x19, 0x01, ...separator)));
    const signature = await account.signTypedData({ domain, primaryType: 'EIP712Domain' });
    expect(await recoverAddress({ digest, signature })).toBe(account.address);
  });

  test('an authorization, whichever way its contract is named', async () => {
    const { account } = await ada();
    const request = { chainId: 1, nonce: 8 };
    const signed = await account.signAuthorization({ ...request, address: to });
    expect(signed).toMatchObject({ ...request, address: to });
    expect(await account.signAuthorization({ ...request, contractAddress: to })).toEqual(signed);
    await refusedWith('PAYLOAD_MALFORMED', account.signAuthorization({ ...request, address: to, nonce: -1 }));
  });

  test.each<[string, TransactionToSign]>([
    ['legacy', { ...payment, gasPrice }],
    ['eip2930', { ...payment, gasPrice, accessList }],
    ['eip1559', { ...payment, ...fees, accessList }],
    ['eip1559', { chainId: 31_337, type: 'eip1559', data: '0x6000' }],
    ['legacy', { chainId: 137, gasPrice: 0n, to: null, data: '0x6000', nonce: undefined }],
  ])('a transaction of the form %s', async (type, transaction) => {
    const { client, account } = await ada();
    const signed = await account.signTransaction(transaction);
    const read = Transaction.fromHex(signed, false);
    expect(read.type).toBe(type);
    expect(read.recoverSender().address).toBe(account.address);
    expect(read.raw.chainId).toBe(BigInt(transaction.chainId ?? 0));
    expect((await recorded(client))[0]).toBe('ACTIVITY_TYPE_SIGN_TRANSACTION_V2');
  });

  test('a transaction with an authorization of its own', async () => {
    const { account } = await ada();
    const authorization = await account.signAuthorization({ address: to, chainId: 0, nonce: 8 });
    const signed = await account.signTransaction({ ...payment, ...fees, authorizationList: [authorization] });
    const read = Transaction.fromHex(signed, false);
    expect(read.type).toBe('eip7702');
    expect(read.recoverSender().address).toBe(account.address);
  });

  test('a transaction as the given serializer writes it, with the signature', async () => {
    const { account } = await ada();
    const plain = await account.signTransaction({ ...payment, gasPrice });
    const unsigned: Hex = `0x${toHex(await unsignedTransaction({ ...payment, gasPrice }))}`;
    const seen: unknown[] = [];
    const serializer = async (transaction: TransactionToSign, signature?: object): Promise<Hex> => {
      seen.push(transaction, signature);
      return signature ? plain : unsigned;
    };
    expect(await account.signTransaction({ ...payment, gasPrice }, { serializer })).toBe(plain);
    const word = expect.stringMatching(/^0x[\da-f]{64}$/);
    const signature = { r: word, s: word, v: expect.any(BigInt), yParity: expect.any(Number) };
    expect(seen).toEqual([{ ...payment, gasPrice }, undefined, { ...payment, gasPrice }, signature]);
  });
});

describe('nobody signs blind', () => {
  test('what the service cannot read is refused, and not signed as a hash', async () => {
    const { client, account } = await ada();
    const before = await recorded(client);
    const as = (bytes: Hex) => account.signTransaction(payment, { serializer: (_: TransactionToSign) => bytes });
    await refusedWith('TRANSACTION_TYPE_NOT_SUPPORTED', as('0x7bc0'));
    await refusedWith('TRANSACTION_MALFORMED', as('0x02c0'));
    const made = (await recorded(client)).slice(0, -before.length);
    expect(new Set(made)).toEqual(new Set(['ACTIVITY_TYPE_SIGN_TRANSACTION_V2']));
  });

  test('a transaction with blobs is refused by name, whatever type it names', async () => {
    const { account } = await ada();
    const blobs = { ...payment, ...fees, blobVersionedHashes: [bytes32] };
    const given: TransactionToSign[] = [blobs, { ...blobs, type: 'eip1559' }, { ...payment, ...fees, type: 'eip4844' }];
    for (const each of given) {
      expect(await codeOf(account.signTransaction(each))).toBe('TRANSACTION_TYPE_NOT_SUPPORTED');
      const serializer = (_: TransactionToSign): Hex => '0x';
      expect(await codeOf(account.signTransaction(each, { serializer }))).toBe('TRANSACTION_TYPE_NOT_SUPPORTED');
    }
  });

  test('a transaction from somebody else is refused, and one from the account in any case is not', async () => {
    const { account } = await ada();
    const from = account.address.toLowerCase() as Hex;
    expect(await account.signTransaction({ ...payment, gasPrice, from })).toMatch(/^0xf8/);
    expect(await codeOf(account.signTransaction({ ...payment, gasPrice, from: to }))).toBe(
      'TRANSACTION_SIGNER_MISMATCH',
    );
  });

  test('a transaction is at most 64 KiB long', async () => {
    const { account } = await ada();
    const of = (length: number) => account.signTransaction({ ...payment, gasPrice, data: `0x${'ab'.repeat(length)}` });
    expect((await of(65_000)).length).toBeGreaterThan(130_000);
    expect(await codeOf(of(131_072))).toBe('TRANSACTION_TOO_LARGE');
  });

  test('a transaction that was changed on its way back is not returned', async () => {
    const { service, listed } = await ada();
    let change = (signed: string) => signed;
    const client = newClient(service, {
      async fetch(url, init) {
        const response = await service.fetch(url, init);
        const text = await response.text();
        const changed = text.replace(/(?<="signedTransaction":")[^"]+/, (signed) => change(signed));
        return new Response(changed, response);
      },
    });
    await logIn(service, client);
    const account = toAccount(client, listed);
    const signed = await account.signTransaction({ ...payment, gasPrice });
    change = (asked) => asked.replace('8252', '8253');
    expect(await codeOf(account.signTransaction({ ...payment, gasPrice }))).toBe('ANSWER_FOR_ANOTHER');
    change = () => 'no hex';
    expect(await codeOf(account.signTransaction({ ...payment, gasPrice }))).toBe('ANSWER_FOR_ANOTHER');
    change = () => signed.slice(2);
    expect(await codeOf(account.signTransaction({ ...payment, gasPrice, nonce: 8 }))).toBe('ANSWER_FOR_ANOTHER');
  });

  test('others must agree first where it takes their votes', async () => {
    const { service, client, account } = await ada();
    const { active } = await client.sessions.current();
    await secondRoot({ service, client }, { organizationId: active?.organizationId ?? '' });
    const signed = [
      account.sign({ hash: bytes32 }),
      account.signMessage({ message: 'hi' }),
      account.signTransaction({ ...payment, gasPrice }),
      account.signAuthorization({ address: to, chainId: 1, nonce: 0 }),
    ];
    expect(await Promise.all(signed.map(codeOf))).toEqual(signed.map(() => 'ACTIVITY_NEEDS_APPROVAL'));
  });
});
