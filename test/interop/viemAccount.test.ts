import fc from 'fast-check';
import {
  type Account,
  createWalletClient,
  custom,
  getAddress,
  type LocalAccount,
  parseTransaction,
  publicActions,
  recoverAddress,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
  toHex,
  toRlp,
  verifyMessage,
  verifyTypedData,
} from 'viem';
import { celo, mainnet, optimism } from 'viem/chains';
import { nonceManager } from 'viem/nonce';
import { verifyAuthorization } from 'viem/utils';
import {
  createWalletClient as createFirst,
  custom as customFirst,
  type LocalAccount as FirstLocalAccount,
} from 'viem-2.24';
import { mainnet as firstMainnet } from 'viem-2.24/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EthereumAccount } from '../../src/adapters/ethereum/account.js';
import { toAccount } from '../../src/adapters/ethereum/toAccount.js';
import type { TransactionToSign } from '../../src/adapters/ethereum/transaction.js';
import { unsignedTransaction } from '../../src/adapters/ethereum/unsignedTransaction.js';
import type { Client } from '../../src/client/createClient.js';
import type { WalletAccount } from '../../src/contract/shapes.js';
import { writeRlp } from '../../src/crypto/rlp.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { personOf } from './evmPlace.js';
import { always, bytes } from './random.js';
import { typedMail } from './typedMail.js';

let service: TestService;
let client: Client;
let listed: WalletAccount;
let account: EthereumAccount;
beforeAll(async () => {
  service = await createTestService();
  ({ client, listed } = await personOf(service, 'ada@example.com'));
  account = toAccount(client, listed);
});
afterAll(() => service.close());

const nobody = { request: async () => '0x1' };
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
describe('to the compiler an account is one of viem', () => {
  test('its newest version', () => {
    const managed: LocalAccount<'latchkey'> = toAccount(client, listed, { nonceManager });
    const accounts: [Account, LocalAccount, LocalAccount] = [account, account, managed];
    const wallet = createWalletClient({ account, chain: mainnet, transport: custom(nobody) });
    expect(accounts.map(({ address }) => address)).toEqual(Array(3).fill(wallet.account.address));
    expect(wallet.account.address).toBe(getAddress(listed.address));
  });

  test('the first one whose accounts sign authorizations', () => {
    const first: FirstLocalAccount = account;
    const wallet = createFirst({ account, chain: firstMainnet, transport: customFirst(nobody) });
    expect(wallet.account.publicKey).toBe(first.publicKey);
  });
});

describe('viem verifies what the account signs', () => {
  test.each(['Hällo 👋', '', { raw: '0x00ff' }, { raw: new Uint8Array([0, 255]) }] as const)('%j', async (message) => {
    const signature = await account.signMessage({ message });
    expect(await verifyMessage({ address: account.address, message, signature })).toBe(true);
  });

  test('typed data, by the account and by a wallet client', async () => {
    const wallet = createWalletClient({ account, transport: custom(nobody) });
    const signature = await account.signTypedData(typedMail);
    expect(await wallet.signTypedData(typedMail)).toBe(signature);
    expect(await verifyTypedData({ address: account.address, ...typedMail, signature })).toBe(true);
    const { domain: _, ...bare } = typedMail;
    const bareSignature = await wallet.signTypedData(bare);
    expect(await verifyTypedData({ address: account.address, ...bare, signature: bareSignature })).toBe(true);
  });

  test('a digest', async () => {
    const hash = toHex(7, { size: 32 });
    expect(await recoverAddress({ hash, signature: await account.sign({ hash }) })).toBe(account.address);
  });

  test('an authorization, by the account and by a wallet client', async () => {
    const wallet = createWalletClient({ account, chain: mainnet, transport: custom(nobody) });
    const request = { contractAddress: to, chainId: 1, nonce: 8 } as const;
    const authorization = await wallet.signAuthorization(request);
    expect(await account.signAuthorization(request)).toEqual(authorization);
    expect(await verifyAuthorization({ address: account.address, authorization })).toBe(true);
  });
});

const quantity = fc.oneof(fc.constantFrom(undefined, 0n, 1n, 127n, 128n, 2n ** 64n), fc.bigInt(0n, 2n ** 256n - 1n));
const data = fc.oneof(
  fc.constant(undefined),
  bytes(300).map((all) => toHex(all)),
);
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((all) => getAddress(toHex(all)));
const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((all) => toHex(all));
const accessList = fc.array(fc.record({ address, storageKeys: fc.array(word, { maxLength: 3 }) }), { maxLength: 3 });
const authorization = fc.record({
  address,
  chainId: fc.constantFrom(0, 1, 31_337),
  nonce: fc.constantFrom(0, 1, 2 ** 40),
  yParity: fc.constantFrom(0, 1),
  r: word,
  s: word,
});
const common = {
  chainId: fc.oneof(fc.constantFrom(1, 127, 128, 31_337), fc.integer({ min: 1, max: 2 ** 40 })),
  nonce: fc.oneof(fc.constantFrom(undefined, 0, 1), fc.integer({ min: 0, max: 2 ** 40 })),
  gas: fc.oneof(fc.constant(undefined), fc.bigInt(0n, 2n ** 64n - 1n)),
  to: fc.oneof(fc.constantFrom(undefined, null), address),
  value: quantity,
  data,
};
const dynamic = fc
  .tuple(fc.bigInt(0n, 2n ** 128n), fc.bigInt(0n, 2n ** 128n))
  .map(([one, other]) =>
    one > other
      ? { maxFeePerGas: one, maxPriorityFeePerGas: other }
      : { maxFeePerGas: other, maxPriorityFeePerGas: one },
  );
const both = <One, Other>(one: fc.Arbitrary<One>, other: fc.Arbitrary<Other>) =>
  fc.tuple(one, other).map(([first, second]) => ({ ...first, ...second }));
/** Transactions of each type, as far as viem and Ethereum agree on what one is. */
const transactions: { readonly [type: string]: fc.Arbitrary<TransactionToSign & TransactionSerializable> } = {
  legacy: fc.record({ ...common, type: fc.constant('legacy' as const), gasPrice: quantity }),
  eip2930: fc.record({ ...common, type: fc.constant('eip2930' as const), gasPrice: quantity, accessList }),
  eip1559: both(fc.record({ ...common, type: fc.constant('eip1559' as const), accessList }), dynamic),
  eip7702: both(
    fc.record({
      ...{ ...common, to: address, type: fc.constant('eip7702' as const), accessList },
      authorizationList: fc.array(authorization, { minLength: 1, maxLength: 3 }),
    }),
    dynamic,
  ),
};

describe('a transaction', () => {
  test.each(Object.entries(transactions))('of the form %s is written as viem writes it', (_, form) =>
    always(form, async (transaction) => {
      expect(toHex(await unsignedTransaction(transaction))).toBe(serializeTransaction(transaction));
    }),
  );

  test.each(Object.entries(transactions))('of the form %s is the same to viem after it is signed', async (_, form) => {
    for (const { gas = 0n, ...transaction } of fc.sample(form, { numRuns: 5, seed: 7 })) {
      const asked = { ...transaction, gas } as TransactionSerializable & TransactionToSign;
      const signed = await account.signTransaction(asked);
      expect(await recoverTransactionAddress({ serializedTransaction: signed as never })).toBe(account.address);
      const { r, s, v, yParity, ...read } = parseTransaction(signed);
      expect(serializeTransaction(read as never)).toBe(serializeTransaction(asked));
      expect(serializeTransaction(asked, { r, s, yParity, v } as never)).toBe(signed);
    }
  });

  test('has the same items as viem writes them', () => {
    const { item } = fc.letrec<{ item: Item }>((tie) => ({
      item: fc.oneof({ maxDepth: 4 }, bytes(70), fc.array(tie('item'), { maxLength: 6 })),
    }));
    return always(item, async (each) => {
      expect(writeRlp(each)).toEqual(toRlp(each as never, 'bytes'));
    });
  });

  test('is written by the serializer of its chain, and refused where the service cannot read that', async () => {
    const wallet = (chain: typeof optimism | typeof celo) =>
      createWalletClient({ account, chain, transport: custom(nobody) }).extend(publicActions);
    const payment = { to, value: 1n, nonce: 0, gas: 21_000n, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n } as const;
    const onOptimism = { ...payment, type: 'eip1559', chainId: optimism.id } as const;
    const { transaction: serializer } = optimism.serializers;
    expect(await account.signTransaction(onOptimism, { serializer })).toBe(await account.signTransaction(onOptimism));
    const { transaction: ofCelo } = celo.serializers;
    const inTokens = { ...payment, type: 'cip64', chainId: celo.id, feeCurrency: to } as const;
    await expect(account.signTransaction(inTokens, { serializer: ofCelo })).rejects.toMatchObject({
      code: 'TRANSACTION_TYPE_NOT_SUPPORTED',
    });
    expect(wallet(celo).account.address).toBe(account.address);
  });
});

type Item = ReturnType<typeof writeRlp> | readonly Item[];
