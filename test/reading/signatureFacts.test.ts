import { expect, test } from 'vitest';
import type { TransactionToSign } from '../../src/adapters/ethereum/transaction.js';
import { unsignedTransaction } from '../../src/adapters/ethereum/unsignedTransaction.js';
import { fromUtf8, utf8 } from '../../src/crypto/bytes.js';
import { toHex } from '../../src/crypto/hex.js';
import { writeRlp } from '../../src/crypto/rlp.js';
import { toldBy } from '../../src/reading/clearSigning/toldBy.js';
import { signatureFacts } from '../../src/reading/signatureFacts.js';
import type { SignatureRequest } from '../../src/reading/signatureRequest.js';
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

test('of a coin with other decimals amounts and fees are told in them, as the form that pays says', async () => {
  const of = { ...chain, decimals: 9 };
  const value = 15n * 10n ** 8n;
  const payment = { to, value, gas: 21_000n, maxFeePerGas: 2_000n, nonce: 1, chainId: chain.id };
  const unsigned = toHex(await unsignedTransaction(payment));
  const about = { address, chain: of } as const;
  expect(signatureFacts({ kind: 'transaction', ...about, unsignedTransaction: unsigned, isSent: true })).toMatchObject({
    effect: { amount: '1.5', feeLimit: '0.042' },
    call: { value: '1.5', feeLimit: '0.042' },
  });
  const unsignedTransactions = [unsigned, unsigned];
  expect(signatureFacts({ kind: 'batch', ...about, unsignedTransactions, feeLimit: '84000000' })).toMatchObject({
    feeLimit: '0.084',
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

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const tokens = [{ chainId: 1, address: weth, symbol: 'WETH', decimals: 18 }];
test.each([
  ['coins', { to: weth, value: 1n }],
  ['another token', { to, data: callData('transfer(address,uint256)', weth, '5') }],
  ['somebody’s tokens', { to, data: callData('transferFrom(address,address,uint256)', other, weth, '5') }],
] as const)('%s sent to the contract of a known token, on whichever chain, are a danger', async (_, transaction) => {
  const fees = { gas: 100_000n, maxFeePerGas: 2_000_000_000n, nonce: 1, chainId: chain.id };
  const unsigned = toHex(await unsignedTransaction({ ...fees, ...(transaction as TransactionToSign) }));
  const request = { kind: 'transaction', address, chain, unsignedTransaction: unsigned, isSent: true } as const;
  expect(signatureFacts(request, tokens).dangers).toEqual(['TOKEN_CONTRACT_RECEIVES']);
  expect(signatureFacts(request).dangers).toEqual([]);
});

const gwei = 1_000_000_000n;
const coin = 10n ** 18n;
const ether = { id: 31_337, name: 'Test', symbol: 'ETH' };
const transfer = callData('transfer(address,uint256)', other, '5') as `0x${string}`;
test.each([
  ['a small payment that costs more than itself on a busy chain', ether, { value: 1n, gas: 21_000n }, 400n, false],
  ['a payment that costs more than itself beyond that', ether, { value: 1n, gas: 21_000n }, 500n, true],
  ['a larger payment at the same price', ether, { value: coin, gas: 21_000n }, 500n, false],
  ['a payment of nothing that costs 0.01', ether, { value: 0n, gas: 1_000_000n }, 10n, true],
  ['a large payment that costs a tenth of a coin', ether, { value: 9n * coin, gas: 1_000_000n }, 100n, true],
  ['a token for a little less', ether, { data: transfer, gas: 999_999n }, 100n, false],
  ['a token for a tenth of a coin', ether, { data: transfer, gas: 1_000_000n }, 100n, true],
  ['the same where coins are cheap', chain, { data: transfer, gas: 1_000_000n }, 100n, false],
  ['a token for a whole coin', chain, { data: transfer, gas: 1_000_000n }, 1_000n, true],
  [
    'the same on a chain that the app calls cheaper',
    { ...chain, highFee: 50 },
    { data: transfer, gas: 1_000_000n },
    1_000n,
    false,
  ],
] as const)('%s: whether its fee is a danger', async (_, of, { gas, ...transaction }, price, isHigh) => {
  const filled = { to, nonce: 1, chainId: of.id, gas, maxFeePerGas: price * gwei, ...transaction };
  const unsigned = toHex(await unsignedTransaction(filled));
  const request = { kind: 'transaction', address, chain: of, unsignedTransaction: unsigned, isSent: true } as const;
  expect(signatureFacts(request).dangers).toEqual(isHigh ? ['HIGH_FEE'] : []);
});

test('what cannot be read has the danger of its fee, too', async () => {
  const unsigned = { to, data: '0x12345678', gas: 1_000_000n, maxFeePerGas: 1_000n * gwei } as const;
  expect((await factsOf(unsigned)).dangers).toEqual(['UNREADABLE', 'HIGH_FEE']);
});

test.each([
  [
    '32 letters',
    'Sign in to Acme with this text 1',
    '0x5369676e20696e20746f2041636d652077697468207468697320746578742031',
  ],
  ['fewer characters of 32 bytes', `${'é'.repeat(15)}ok`, `0x${'c3a9'.repeat(15)}6f6b`],
  ['the digits of a hash', 'AB'.repeat(32), undefined],
  ['the digits of a hash behind 0x', ` 0x${'ab'.repeat(32)}\n`, undefined],
])('%s may be a hash: the text is shown, its bytes, and the danger', (_, message, hex) => {
  const facts = signatureFacts({ kind: 'message', address, message });
  expect(facts).toMatchObject({ kind: 'message', text: message, dangers: ['MAY_BE_HASH'] });
  expect(facts.kind === 'message' && facts.hex).toBe(hex);
});

test.each(['Sign in to Acme with this text', 'Sign in to Acme with this text 12', `${'ab'.repeat(32)} is my hash`])(
  'a text of another length is no hash: %s',
  (message) => {
    expect(signatureFacts({ kind: 'message', address, message })).toMatchObject({ text: message, dangers: [] });
  },
);

/** The fields of a transaction without a chain, chosen so that its bytes are UTF-8: 0xc2 and the length that follows it are one letter. */
const spelled = [
  ...[[], [0x20, 0x20, 0x20, 0x20, 0xc2], [0x52, 0xc2], [...utf8('pay me, I am a thie'), 0xc2]],
  ...[[0x21, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0xc2], []],
].map((bytes) => Uint8Array.from(bytes));
/** A chain, a contract and a nonce in the same way, as an authorization is signed. */
const delegated = [
  [0x21, 0xc2],
  [...utf8('run my own contract'), 0xc2],
  [0x21, 0x21],
].map((bytes) => Uint8Array.from(bytes));

test.each([
  ['a transaction', writeRlp(spelled)],
  ['an authorization', Uint8Array.of(5, ...writeRlp([...delegated, ...[[0x61]].map((b) => Uint8Array.from(b))]))],
])('a text whose bytes are those of %s has its bytes, and the danger', (_, bytes) => {
  const facts = signatureFacts({ kind: 'message', address, message: fromUtf8(bytes) });
  expect(facts).toMatchObject({ kind: 'message', hex: `0x${toHex(bytes)}`, dangers: ['MAY_BE_HASH'] });
});

test.each(['こんにちは、アクメへようこそ', 'été', '٥ دولار', '«…»', ''])(
  'a text of other letters is none: %s',
  (message) => {
    expect(signatureFacts({ kind: 'message', address, message })).toMatchObject({ text: message, dangers: [] });
  },
);

test('characters that hide or turn others are shown as what they are', () => {
  const message = 'pay \u202ebob\u200b\u0000\ttoday\n🙂 ok';
  expect(signatureFacts({ kind: 'message', address, message })).toEqual({
    kind: 'message',
    text: 'pay \\u202ebob\\u200b\\u0000\\u0009today\n🙂 ok',
    dangers: [],
  });
});

test('marks that would pile up over the lines around a text are shown as what they are', () => {
  const tall = `o${'\u0302\u0301'.repeat(2)}\u200d${'\u0300'.repeat(2)}\u200d\u20dd`;
  const facts = signatureFacts({ kind: 'message', address, message: `${tall} Việt שָׁלוֹם 👩\u200d❤️\u200d👨` });
  const text = `o${'\u0302\u0301'.repeat(2)}\u200d\\u0300\\u0300\u200d\\u20dd Việt שָׁלוֹם 👩\u200d❤️\u200d👨`;
  expect(facts).toMatchObject({ text, dangers: [] });
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

test('a batch has the danger of its fee, which stands beside what is told of its calls', async () => {
  const fees = { type: 'eip1559', gas: 0n, maxFeePerGas: 0n, chainId: chain.id } as const;
  const unsigned = toHex(await unsignedTransaction({ ...fees, to, value: coin }));
  const batchOf = (feeLimit: bigint): SignatureRequest => ({
    ...({ kind: 'batch', address, chain, unsignedTransactions: [unsigned, unsigned] } as const),
    feeLimit: feeLimit.toString(),
  });
  expect(signatureFacts(batchOf(coin - gwei)).dangers).toEqual([]);
  const facts = signatureFacts(batchOf(coin));
  expect(facts.dangers).toEqual(['HIGH_FEE']);
  expect((await toldBy('app', [], [], batchOf(coin), facts)).dangers).toEqual(['HIGH_FEE']);
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
