import { expect, test } from 'vitest';
import type { TransactionToSign } from '../../src/adapters/ethereum/transaction.js';
import { unsignedTransaction } from '../../src/adapters/ethereum/unsignedTransaction.js';
import { toHex } from '../../src/crypto/hex.js';
import { signatureFacts } from '../../src/reading/signatureFacts.js';
import { callData } from '../support/ethereumTransactions.js';

const address = `0x${'aa'.repeat(20)}`;
const to = `0x${'bb'.repeat(20)}` as const;
const other = `0x${'cc'.repeat(20)}`;
const chain = { id: 31_337, name: 'Test', symbol: 'TST' };
const most = (2n ** 256n - 1n).toString(16);

async function factsOf(transaction: TransactionToSign) {
  const fees = { gas: 100_000n, maxFeePerGas: 2_000_000_000n, nonce: 1, chainId: chain.id };
  const unsigned = toHex(await unsignedTransaction({ ...fees, ...transaction }));
  return signatureFacts({ kind: 'transaction', address, chain, unsignedTransaction: unsigned, isSent: true });
}

test('a payment on a chain of the app says what it sends, to whom, and what it costs at most', async () => {
  expect(await factsOf({ to, value: 15n * 10n ** 17n })).toMatchObject({
    dangers: [],
    effect: { does: 'send', amount: '1.5', unit: 'coin', to, symbol: 'TST', chain: 'Test', feeLimit: '0.0002' },
    call: {
      chainId: 31_337,
      to,
      value: '1.5',
      data: '0x',
      gasLimit: '100000',
      feeLimit: '0.0002',
      authorizations: [],
      accessListed: 0,
    },
  });
});

test('a transaction for another chain than the named one is not read', async () => {
  expect(await factsOf({ to, value: 1n, chainId: 1 })).toMatchObject({ effect: undefined, dangers: ['UNREADABLE'] });
});

const authorization = {
  address: to,
  chainId: 1,
  nonce: 0,
  yParity: 0,
  r: `0x${'01'.repeat(32)}`,
  s: `0x${'02'.repeat(32)}`,
} as const;
test.each([
  ['an allowance without limit', { to, data: callData('approve(address,uint256)', other, most) }, ['UNLIMITED']],
  ['an allowance of ten', { to, data: callData('approve(address,uint256)', other, 'a') }, []],
  ['an allowance that is taken back', { to, data: callData('approve(address,uint256)', other, '0') }, []],
  ['all tokens', { to, data: callData('setApprovalForAll(address,bool)', other, '1') }, ['ALL_TOKENS']],
  ['no token any more', { to, data: callData('setApprovalForAll(address,bool)', other, '0') }, []],
  [
    'a token sent to its own contract',
    { to, data: callData('transfer(address,uint256)', to, '5') },
    ['TOKEN_CONTRACT_RECEIVES'],
  ],
  ['an unknown call', { to, data: '0x12345678' }, ['UNREADABLE']],
  ['a contract that is created', { data: '0x6000' }, ['DEPLOYMENT']],
  ['code that acts as the account', { to, authorizationList: [authorization] }, ['DELEGATION']],
] as const)('%s', async (_, transaction, dangers) => {
  expect((await factsOf(transaction as TransactionToSign)).dangers).toEqual(dangers);
});

test('bytes that are no transaction are refused', () => {
  const request = { kind: 'transaction', address, chain, isSent: true } as const;
  for (const unsignedTransaction of ['', '03c0', 'c0', 'ff'])
    expect(() => signatureFacts({ ...request, unsignedTransaction })).toThrow(RangeError);
});

test('characters that hide or turn others are shown as what they are', () => {
  const message = 'pay \u202ebob\u200b\u0000\ttoday\n🙂 ok';
  expect(signatureFacts({ kind: 'message', address, message })).toEqual({
    kind: 'message',
    text: 'pay \\u202ebob\\u200b\\u0000\\u0009today\n🙂 ok',
    dangers: [],
  });
});

test('bytes that are no text are shown in hex, as something that cannot be read', () => {
  const message = Uint8Array.of(0xff, 0x00);
  expect(signatureFacts({ kind: 'message', address, message })).toEqual({
    kind: 'message',
    text: '0xff00',
    dangers: ['UNREADABLE'],
  });
});

test.each([
  [31_337, ['UNREADABLE']],
  ['0x7a69', ['UNREADABLE']],
  [1, ['UNREADABLE', 'OTHER_CHAIN']],
  ['1e9', ['UNREADABLE', 'OTHER_CHAIN']],
] as const)('typed data for the chain %s', (chainId, dangers) => {
  const types = { Note: [{ name: 'text', type: 'string' }] };
  const data = { domain: { chainId }, types, primaryType: 'Note', message: { text: 'a\u202eb' } };
  const facts = signatureFacts({ kind: 'typed data', address, chain, data });
  expect(facts).toMatchObject({ primaryType: 'Note', dangers });
  expect(facts.kind === 'typed data' && facts.leaves.at(-1)).toEqual({
    path: 'message.text',
    type: 'string',
    value: 'a\\u202eb',
  });
});

test('a batch is read call by call, and has the dangers of all of them', async () => {
  const fees = { type: 'eip1559', gas: 0n, maxFeePerGas: 0n, chainId: chain.id } as const;
  const calls: TransactionToSign[] = [
    { to, value: 10n ** 18n },
    { to, data: callData('approve(address,uint256)', other, most) as `0x${string}` },
    { data: '0x6000' },
  ];
  const unsignedTransactions = await Promise.all(
    calls.map(async (call) => toHex(await unsignedTransaction({ ...fees, ...call }))),
  );
  const request = { kind: 'batch', address, chain, unsignedTransactions, feeLimit: '1500000000000000' } as const;
  expect(signatureFacts(request)).toMatchObject({
    kind: 'batch',
    feeLimit: '0.0015',
    dangers: ['UNLIMITED', 'DEPLOYMENT'],
    calls: [
      { dangers: [], effect: { does: 'send', amount: '1', to } },
      { dangers: ['UNLIMITED'], effect: { does: 'allow', to: other, token: to } },
      { dangers: ['DEPLOYMENT'], effect: undefined, call: { data: '0x6000' } },
    ],
  });
});
