import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../../src/client/call.js';
import { type Client, createClient } from '../../src/client/createClient.js';
import { loginWithOtp } from '../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../src/client/flows/requestOtp.js';
import { signTransaction } from '../../src/contract/signing.js';
import { createWalletAccounts } from '../../src/contract/wallets.js';
import { listWalletAccounts, listWallets } from '../../src/contract/wallets.queries.js';
import { fromBase58 } from '../../src/crypto/base58.js';
import { concat } from '../../src/crypto/bytes.js';
import { toHex } from '../../src/crypto/hex.js';
import { isFirst, signedQuery } from '../../src/hooks/firstTime.js';
import { ethereumEffect } from '../../src/reading/ethereum.js';
import { solanaEffect } from '../../src/reading/solana.js';
import { memoryKeyStore } from '../../src/sessions/keyStore.js';
import type { Session } from '../../src/sessions/session.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { callData, ethereumTransaction } from '../support/ethereumTransactions.js';
import { solanaMessage } from '../support/solanaMessage.js';

const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

let service: Awaited<ReturnType<typeof createTestService>>;
let client: Client;
let session: Session;
let queryClient: QueryClient;
let walletId: string;
let signWith: string;
let requests = 0;

beforeEach(async () => {
  service = await createTestService();
  const counted = (url: string, init: RequestInit) => {
    requests++;
    return (service.settings.fetch ?? fetch)(url, init);
  };
  client = createClient({ ...service.settings, fetch: counted, keys: memoryKeyStore() });
  queryClient = new QueryClient();
  const contact = 'ada@example.com';
  const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
  session = await loginWithOtp(client, { otpIds: [otpId], otpCode: service.inbox.lastCode(contact) ?? '' });
  const { wallets } = await call(client, listWallets, {});
  walletId = wallets[0]?.walletId ?? '';
  const { accounts } = await call(client, listWalletAccounts, { walletId });
  signWith = accounts[0]?.address ?? '';
});

afterEach(async () => {
  queryClient.clear();
  await service.close();
});

const sign = (unsignedTransaction: string) =>
  call(client, signTransaction, { signWith, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction });
const pays = (nonce = 0n) => ethereumTransaction({ to, value: 1n, nonce });
const calls = (signature: string, ...words: (string | bigint)[]) =>
  ethereumTransaction({ to: token, data: callData(signature, ...words) });
const read = (...ids: string[]) => queryClient.fetchQuery(signedQuery(client, queryClient, session, ids));

/** Whether a waiting transaction would be told to be the first to its receiver. */
async function isFirstTime(unsignedTransaction = pays(9n)): Promise<boolean> {
  const effect = ethereumEffect(unsignedTransaction);
  return effect !== undefined && isFirst(effect, await read());
}

test('all signed transactions are read, up to five hundred; of more, none is said to be known', async () => {
  expect(await read()).toEqual({ isWhole: true, isSolanaWhole: true, receivers: [], others: [] });
  await Promise.all(Array.from({ length: 500 }, (_, nonce) => sign(pays(BigInt(nonce)))));
  const all = await read();
  expect([all.isWhole, all.receivers.length]).toEqual([true, 500]);
  expect(all.receivers[0]).toMatchObject({ to, chain: undefined });
  await sign(pays(500n));
  const tooMany = await read();
  expect(tooMany).toMatchObject({ isWhole: false, isSolanaWhole: false });
  expect(tooMany.receivers.length).toBe(501);
  const before = requests;
  expect([await read(), await read('another'), await read('another', 'a third')]).toEqual([tooMany, tooMany, tooMany]);
  expect(requests).toBe(before);
});

describe('T-62 the first payment to an address is told', () => {
  test.each([
    ['payment of 0', ethereumTransaction({ to, value: 0n })],
    ['transfer of 0 tokens', calls('transfer(address,uint256)', to, 0n)],
    ['transfer of 0 tokens from somebody', calls('transferFrom(address,address,uint256)', token, to, 0n)],
    ['allowance of 0', calls('approve(address,uint256)', to, 0n)],
    ['permission that was taken back', calls('setApprovalForAll(address,bool)', to, 0n)],
  ])('after a %s', async (_, unsignedTransaction) => {
    await sign(unsignedTransaction);
    expect(await isFirstTime()).toBe(true);
  });

  test.each([
    ['payment', pays()],
    ['transfer of tokens', calls('transfer(address,uint256)', to, 1n)],
    ['transfer of the NFT 0', calls('safeTransferFrom(address,address,uint256)', token, to, 0n)],
    ['allowance without limit', calls('approve(address,uint256)', to, 2n ** 256n - 1n)],
    ['permission for all tokens', calls('setApprovalForAll(address,bool)', to, 1n)],
    ['call that names it', calls('swap(address,uint256)', to, 1n)],
  ])('not after a %s', async (_, unsignedTransaction) => {
    await sign(unsignedTransaction.toUpperCase().replace('0X', '0x'));
    expect(await isFirstTime()).toBe(false);
  });
});

test('of a transaction that takes a permission back nothing is told', async () => {
  expect(await isFirstTime(calls('approve(address,uint256)', to, 0n))).toBe(false);
  expect(await isFirstTime(calls('setApprovalForAll(address,bool)', to, 0n))).toBe(false);
  expect(await isFirstTime(calls('approve(address,uint256)', to, 1n))).toBe(true);
  expect(await isFirstTime(ethereumTransaction({ to, value: 0n }))).toBe(true);
});

test('T-62 after a payment of Solana to an account of a look-up table, no receiver of Solana is known to be new', async () => {
  const account = { curve: 'CURVE_ED25519', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/501'/7'/0'" } as const;
  const accounts = [{ ...account, addressFormat: 'ADDRESS_FORMAT_SOLANA' } as const];
  const { addresses } = await call(client, createWalletAccounts, { walletId, accounts });
  const signer = addresses[0] ?? '';
  const key = (fill: number) => new Uint8Array(32).fill(fill);
  const data = concat(Uint8Array.of(2, 0, 0, 0, 1), new Uint8Array(7));
  const lookups = [{ table: key(9), writable: [0], readonly: [] }];
  /** To the second key, or to the fourth, which the table loads. */
  const paysFrom = (receiver: 1 | 3, keyOfSecond: number) => {
    const instructions = [{ program: 2, accounts: [0, receiver], data }];
    return toHex(solanaMessage({ keys: [fromBase58(signer), key(keyOfSecond), key(0)], instructions, lookups }));
  };
  const type = 'TRANSACTION_TYPE_SOLANA';
  const signSolana = (unsignedTransaction: string) =>
    call(client, signTransaction, { signWith: signer, type, unsignedTransaction });
  const isFirstOnSolana = async (keyOfSecond: number) => {
    const effect = solanaEffect(paysFrom(1, keyOfSecond), signer);
    return effect !== undefined && isFirst(effect, await read());
  };

  await signSolana(paysFrom(1, 5));
  expect([await isFirstOnSolana(5), await isFirstOnSolana(6)]).toEqual([false, true]);
  await signSolana(paysFrom(3, 5));
  expect(await isFirstOnSolana(6)).toBe(false);
  expect(await isFirstTime()).toBe(true);
});
