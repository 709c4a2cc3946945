import { describe, expect, test } from 'vitest';
import type { Descriptor } from '../../src/reading/clearSigning/descriptor.js';
import { describedFacts } from '../../src/reading/describedFacts.js';
import { signatureFacts } from '../../src/reading/signatureFacts.js';
import {
  depositDescriptor,
  depositFunction,
  order,
  orderDescriptor,
  pool,
  usdc,
} from '../support/describedExamples.js';
import { callData, ethereumTransaction } from '../support/ethereumTransactions.js';

const address = `0x${'71'.repeat(20)}`;
const receiver = `0x${'22'.repeat(20)}`;
/** What contracts write for the chain's coin. */
const coin = `0x${'e'.repeat(40)}`;
const chain = { id: 1, name: 'Ethereum', symbol: 'ETH' };
const tokens = [{ chainId: 1, address: usdc, symbol: 'USDC', decimals: 6 }];
const depositCanonical = depositFunction.replace(/ (token|amount|receiver|parts|share|to)\b/g, '').replace(/, /g, ',');
const deposit = callData(depositCanonical, usdc, 1_500_000n, receiver, 128n, 1n, 3n, `0x${'33'.repeat(20)}`);

/** The facts of a call of the pool. */
async function factsOf(descriptor: Descriptor, data = deposit, to = pool) {
  const unsignedTransaction = ethereumTransaction({ to, data }).slice(2);
  const request = { kind: 'transaction', address, chain, unsignedTransaction, isSent: true } as const;
  const facts = await describedFacts(request, signatureFacts(request, tokens), { descriptors: [descriptor], tokens });
  if (facts.kind !== 'transaction') throw new Error('a transaction is none');
  return facts;
}

async function typedFactsOf(descriptor: Descriptor, data: ReturnType<typeof order>) {
  const request = { kind: 'typed data', address, chain, data } as const;
  const facts = await describedFacts(request, signatureFacts(request, tokens), { descriptors: [descriptor], tokens });
  if (facts.kind !== 'typed data') throw new Error('typed data are none');
  return facts;
}

/** What a call of one function says whose descriptor has this one field. */
async function fieldOf(signature: string, field: object, ...words: readonly (string | bigint)[]) {
  const data = callData(signature.replace(/ \w+/g, ''), ...words);
  const { description } = await factsOf(depositDescriptor([{ label: 'Field', ...field }], signature), data);
  return description?.fields[0]?.value;
}

test('a call is told by the descriptor of its contract, each value from its bytes', async () => {
  const { description, dangers } = await factsOf(depositDescriptor());
  expect(description).toEqual({
    ...{ by: 'app', intent: 'Deposit', sentence: undefined, owner: 'Acme Pool', isWhole: true, isUnlimited: false },
    fields: [
      { label: 'Amount', value: '1.5 USDC', kind: 'amount' },
      { label: 'Receiver', value: receiver, kind: 'address' },
      { label: 'Share', value: '3', kind: 'other' },
      { label: 'For', value: `0x${'33'.repeat(20)}`, kind: 'address' },
    ],
  });
  expect(dangers).toEqual([]);
});

test('each call of a batch is told as it is told alone', async () => {
  const calls = [
    { to: pool, data: deposit },
    { to: receiver, value: 10n ** 18n },
    { to: receiver, data: '0x12345678' },
    { to: pool, data: `${deposit}01`, value: 1n },
    { to: pool, data: deposit, chainId: 10n },
  ];
  const unsignedTransactions = calls.map((call) => ethereumTransaction(call).slice(2));
  const request = { kind: 'batch', address, chain, unsignedTransactions, feeLimit: '0' } as const;
  const facts = await describedFacts(request, signatureFacts(request, tokens), {
    ...{ descriptors: [depositDescriptor()], tokens },
  });
  if (facts.kind !== 'batch') throw new Error('a batch is none');
  const alone = await factsOf(depositDescriptor());
  expect(facts.calls.map(({ description }) => description?.fields)).toEqual([
    ...[alone.description?.fields, undefined, undefined, alone.description?.fields, undefined],
  ]);
  expect(facts.calls.map(({ dangers }) => dangers)).toEqual([
    ...[[], [], ['UNREADABLE'], ['NOT_WHOLLY_READ'], ['UNREADABLE']],
  ]);
  expect(facts.dangers).toEqual(['UNREADABLE', 'NOT_WHOLLY_READ']);
});

test('a call whose descriptor breaks takes the words of no other call of the batch', async () => {
  const broken = depositDescriptor([{ path: 'a', label: 'A', format: { toString: 1 } }], 'f(uint256 a)');
  const calls = [deposit, callData('f(uint256)', 5n), deposit];
  const unsignedTransactions = calls.map((data) => ethereumTransaction({ to: pool, data }).slice(2));
  const request = { kind: 'batch', address, chain, unsignedTransactions, feeLimit: '0' } as const;
  const facts = await describedFacts(request, signatureFacts(request, tokens), {
    ...{ descriptors: [broken, depositDescriptor()], tokens },
  });
  if (facts.kind !== 'batch') throw new Error('a batch is none');
  expect(facts.calls.map(({ description }) => description?.intent)).toEqual(['Deposit', undefined, 'Deposit']);
  expect(facts.dangers).toEqual(['UNREADABLE']);
});

test('typed data are told in the same way', async () => {
  const { description, dangers } = await typedFactsOf(orderDescriptor(), order());
  expect(description?.fields.map(({ value }) => value)).toEqual(['1.5 USDC', '3', `0x${'33'.repeat(20)}`]);
  expect(dangers).toEqual([]);
  const most = (2n ** 256n - 1n).toString();
  expect((await typedFactsOf(orderDescriptor(), order({ amount: most }))).dangers).toEqual(['UNLIMITED']);
  const hidden = await typedFactsOf(orderDescriptor([]), order());
  expect(hidden.dangers).toEqual(['NOT_WHOLLY_READ']);
});

test.each([
  ['hides an address', deposit, depositDescriptor([{ path: 'amount', label: 'Amount' }])],
  [
    'reads an address that it does not show',
    deposit,
    depositDescriptor([
      {
        path: 'amount',
        label: 'Amount',
        format: 'tokenAmount',
        params: { tokenPath: 'token', messagePath: 'receiver' },
      },
      ...['share', 'to'].map((member) => ({ path: `parts.[].${member}`, label: member })),
    ]),
  ],
  ['has bytes behind its arguments', `${deposit}01`, depositDescriptor()],
])('a description that %s is no whole one', async (_, data, descriptor) => {
  const { description, dangers } = await factsOf(descriptor, data);
  expect(description?.intent).toBe('Deposit');
  expect(dangers).toEqual(['NOT_WHOLLY_READ']);
});

test.each([
  ['another contract', depositDescriptor(), deposit, receiver],
  ['another function', depositDescriptor(), callData('withdraw(uint256)', 1n), pool],
  ['bytes that are missing', depositDescriptor(), deposit.slice(0, -2), pool],
  [
    'a number larger than its type',
    depositDescriptor(),
    deposit
      .replace(usdc.slice(2), `${usdc.slice(2)}`)
      .replace('000000000000000000000000a0b8', '100000000000000000000000a0b8'),
    pool,
  ],
])('nothing is told of %s', async (_, descriptor, data, to) => {
  const { description, dangers } = await factsOf(descriptor, data, to);
  expect(description).toBeUndefined();
  expect(dangers).toEqual(['UNREADABLE']);
});

const word = 'f(uint256 a)';
test.each([
  ['raw', 'f(bytes4 a)', { path: 'a', format: 'raw' }, [`0x12345678${'0'.repeat(56)}`], '0x12345678'],
  ['addressName', 'f(uint256 a)', { path: 'a', format: 'addressName' }, [receiver], receiver],
  [
    'senderAddress',
    'f(address a)',
    { path: 'a', format: 'addressName', params: { senderAddress: `0x${'0'.repeat(39)}1` } },
    [1n],
    address,
  ],
  ['amount', word, { path: 'a', format: 'amount' }, [15n * 10n ** 17n], '1.5 ETH'],
  ['tokenAmount, unknown', word, { path: 'a', format: 'tokenAmount', params: { token: receiver } }, [7n], '7'],
  [
    'tokenAmount, coin',
    word,
    { path: 'a', format: 'tokenAmount', params: { token: coin, nativeCurrencyAddress: [coin] } },
    [10n ** 18n],
    '1 ETH',
  ],
  [
    'tokenAmount, all',
    word,
    {
      path: 'a',
      format: 'tokenAmount',
      params: { token: usdc, threshold: '0xffffffffffffffffffffffffffff', message: 'All' },
    },
    [2n ** 255n],
    'All USDC',
  ],
  [
    'tokenAmount, a low threshold',
    word,
    { path: 'a', format: 'tokenAmount', params: { token: usdc, threshold: '0', message: 'Nothing' } },
    [2_000_000n],
    '2 USDC',
  ],
  [
    'date',
    word,
    { path: 'a', format: 'date', params: { encoding: 'timestamp' } },
    [1_900_000_000n],
    '2030-03-17 17:46:40Z',
  ],
  [
    'date, none',
    word,
    { path: 'a', format: 'date', params: { encoding: 'timestamp' } },
    [2n ** 255n],
    String(2n ** 255n),
  ],
  ['duration', word, { path: 'a', format: 'duration' }, [3_661n], '01:01:01'],
  ['unit', word, { path: 'a', format: 'unit', params: { decimals: 2, base: '%' } }, [1_234n], '12.34%'],
  ['enum', word, { path: 'a', format: 'enum', params: { $ref: '$.metadata.owner' } }, [1n], '1'],
  ['nftName', word, { path: 'a', format: 'nftName', params: { collectionPath: '@.to' } }, [141n], '#141'],
  ['calldata, unknown', 'f(uint256 a)', { path: 'a', format: 'calldata', params: { calleePath: '@.to' } }, [1n], '1'],
  ['a slice', word, { path: 'a.[-20:]', format: 'addressName' }, [receiver], receiver],
  ['an unknown format', word, { path: 'a', format: 'toString' }, [5n], '5'],
  ['a constant', word, { value: 'Ends all votes' }, [5n], 'Ends all votes'],
] as const)('the format %s', async (_, signature, field, words, said) =>
  expect(await fieldOf(signature, field, ...words)).toBe(said),
);

test.each([
  ['an amount of its own', { value: '0 ETH' }],
  ['a number of its own', { value: '0.1' }],
  ['an address of its own', { value: `For ${receiver}` }],
  ['a label with an amount', { path: 'a', label: 'Costs 5 USDC' }],
  ['a path into what all objects have', { path: 'constructor' }],
  ['a path into __proto__', { path: '__proto__.a' }],
  ['a path that is an expression', { path: '(a+)+$' }],
  ['a path that is too long', { path: Array(100).fill('[]').join('.') }],
  ['a reference to itself', { $ref: '$.display.formats' }],
  ['a text that is too long', { path: 'a', label: 'x'.repeat(65_536) }],
  ['a unit with too many decimals', { path: 'a', format: 'unit', params: { decimals: 1e9, base: '%' } }],
  ['a token that is none', { path: 'a', format: 'tokenAmount', params: { token: 'USDC' } }],
  ['an amount in digits of another form', { value: 'Receive ５ ETH' }],
  ['an amount in digits of another script', { value: 'Receive ٥ ETH' }],
  ['an amount with a joiner in it', { value: 'Receive 5\u200dETH' }],
  ['an amount with a mark that nobody sees', { value: 'Receive 5\ufe0f ETH' }],
  ['an amount in thousands', { value: 'Receive 5k USDC' }],
  ['an amount in words and digits', { value: 'Receive 5 million USDC' }],
  ['an amount behind its symbol', { value: 'Receive USDC 5000' }],
  ['an amount behind its symbol and a colon', { path: 'a', label: 'stETH: .5' }],
  ['an amount with an exponent', { value: 'Receive 5e3 ETH' }],
  ['an amount of money', { value: 'Receive $5,000' }],
  ['an amount of money, the other way round', { value: 'Receive 5 €' }],
  ['an address with a joiner in it', { value: `For 0\u200d${receiver.slice(1)}` }],
  ['an amount in small letters', { value: 'Receive 5 stETH' }],
  ['an amount of another chain', { path: 'a', format: 'tokenAmount', params: { token: coin, chainId: 137 } }],
  [
    'a token that it calls the coin',
    { path: 'a', format: 'tokenAmount', params: { token: receiver, nativeCurrencyAddress: receiver } },
  ],
  ['a unit that begins with digits', { path: 'a', format: 'unit', params: { base: '00%' } }],
  ['a unit that is an exponent', { path: 'a', format: 'unit', params: { base: 'e6 points' } }],
  ['a unit that begins with digits of another form', { path: 'a', format: 'unit', params: { base: '０ points' } }],
  ['a function that its bytes do not name', { path: 'a', format: 'calldata', params: { selector: '0xa9059cbb' } }],
])('a descriptor with %s says nothing', async (_, field) => expect(await fieldOf(word, field, 5n)).toBeUndefined());

test.each([
  ['Pay {a} to the pool.', 'Pay 5 to the pool.'],
  ['Pay 1{a}', undefined],
  ['Pay 1 {a}', undefined],
  ['Pay -{a}', undefined],
  ['Pay {a}0 points', undefined],
])('the sentence “%s” is %s', async (interpolatedIntent, sentence) => {
  const descriptor = depositDescriptor([{ path: 'a', label: 'A' }], word);
  const withSentence = JSON.parse(
    JSON.stringify(descriptor).replace('"intent":', `"interpolatedIntent":"${interpolatedIntent}","intent":`),
  );
  const { description } = await factsOf(withSentence, callData('f(uint256)', 5n));
  expect(description?.sentence).toBe(sentence);
});

test('characters that nobody sees are left out of its words', async () => {
  const { description } = await factsOf(depositDescriptor(undefined, depositFunction, 'Dep\u202eosit\u0000'));
  expect(description?.intent).toBe('Deposit');
});

test('what has no end is given up', async () => {
  let deep: object = { path: 'a', label: 'a' };
  for (let depth = 0; depth < 300; depth++) deep = { path: 'a', fields: [deep] };
  expect(await fieldOf(word, deep, 5n)).toBeUndefined();
  const bomb = callData('f(uint256[][][])', 32n, ...Array.from({ length: 200 }, () => 200n), 0n);
  const { description } = await factsOf(depositDescriptor([], 'f(uint256[][][] a)'), bomb);
  expect(description).toBeUndefined();
});

test('the kit’s own words come first, then those of the package', async () => {
  const mine = { ...depositDescriptor([], 'transfer(address to, uint256 value)') };
  const transfer = await factsOf(mine, callData('transfer(address,uint256)', receiver, 5n));
  expect([transfer.effect?.does, transfer.description]).toEqual(['send', undefined]);
  const aave = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2';
  const supply = callData('supply(address,uint256,address,uint16)', usdc, 5_000_000n, receiver, 0n);
  const { description } = await factsOf(depositDescriptor(), supply, aave);
  expect(description).toMatchObject({ by: 'package', intent: 'Supply', owner: 'Aave DAO' });
  expect(description?.fields[0]?.value).toBe('5 USDC');
});

test.each([
  ['includes', { includes: 'other.json' }],
  ['no deployments', { context: { contract: {} } }],
  ['no formats', { display: {} }],
  ['more than 64 KiB', { more: 'x'.repeat(65_536) }],
])('a descriptor with %s is not used', async (_, change) => {
  const { description } = await factsOf({ ...depositDescriptor(), ...change });
  expect(description).toBeUndefined();
});

test('somebody whom it calls the signer is shown as they are, or nothing is said', async () => {
  const field = { path: 'a', format: 'addressName' };
  for (const params of [{ senderAddress: receiver }, { senderAddressPath: 'a' }])
    expect(await fieldOf('f(address a)', { ...field, params }, receiver)).toBeUndefined();
});

test('a constant that poses as a value of the bytes says nothing', async () => {
  const descriptor = depositDescriptor([
    { path: 'amount', label: 'Amount', params: { token: '$.metadata.forged' }, format: 'tokenAmount' },
  ]);
  const forged = { is: 'leaf', type: 'address', value: usdc };
  const { description } = await factsOf({
    ...descriptor,
    metadata: { ...Object(descriptor.metadata), forged },
  } as Descriptor);
  expect(description).toBeUndefined();
});

describe('a call in a call', () => {
  const outer = 'run(bytes a)';
  const inner = 'pay(address to)';
  const call = { path: 'a', label: 'Action', format: 'calldata', params: { calleePath: '@.to' } };
  const padded = (data: string) => data.slice(2).padEnd(Math.ceil((data.length - 2) / 64) * 64, '0');

  /** The facts of a call of `run` with a call of `pay` in it, whose descriptor has these fields. */
  function nested(fields: readonly object[]) {
    const [one, other] = [depositDescriptor([call], outer), depositDescriptor([...fields], inner)];
    const formats = { ...Object(one.display).formats, ...Object(other.display).formats };
    const paid = callData('pay(address)', receiver);
    const data = `${callData('run(bytes)', 32n, BigInt((paid.length - 2) / 2))}${padded(paid)}`;
    return factsOf({ ...one, display: { formats } } as Descriptor, data);
  }

  test('is told below it, and never as the whole: its contract decides who its sender is', async () => {
    const { description, dangers } = await nested([{ path: 'to', label: 'To' }]);
    expect(description?.fields[0]?.call?.fields).toEqual([{ label: 'To', value: receiver, kind: 'address' }]);
    expect(dangers).toEqual(['NOT_WHOLLY_READ']);
  });

  test.each([
    { path: '@.from', label: 'Beneficiary' },
    { path: '@.value', label: 'Paid', format: 'amount' },
  ])('is not told by what is not known of it: %o', async (field) => {
    const { description, dangers } = await nested([{ path: 'to', label: 'To' }, field]);
    expect(description?.fields[0]?.kind).toBe('other');
    expect(dangers).toEqual(['NOT_WHOLLY_READ']);
  });

  test('in slices is no whole one', async () => {
    const approve = callData('approve(address,uint256)', receiver, 2n ** 256n - 1n);
    const data = `${callData('run(bytes)', 32n, BigInt((approve.length - 2) / 2))}${padded(approve)}`;
    const fields = ['a.[:4]', 'a.[4:]'].map((path) => ({ path, label: 'Bytes' }));
    expect((await factsOf(depositDescriptor(fields, outer), data)).dangers).toEqual(['NOT_WHOLLY_READ']);
  });

  test('that stands at two places is not read', async () => {
    const data = callData('f(bytes[])', 32n, 2n, 64n, 64n, 1n, 2n ** 255n);
    const fields = [{ path: 'a.[]', label: 'Bytes' }];
    expect((await factsOf(depositDescriptor(fields, 'f(bytes[] a)'), data)).description).toBeUndefined();
  });
});

test('what the kit reads of tokens itself is not told by others where a byte follows it', async () => {
  const signature = 'setApprovalForAll(address operator, bool approved)';
  const fields = ['operator', 'approved'].map((path) => ({ path, label: path }));
  const data = `${callData('setApprovalForAll(address,bool)', receiver, 1n)}00`;
  const { description, dangers } = await factsOf(depositDescriptor(fields, signature), data);
  expect({ description, dangers }).toEqual({ description: undefined, dangers: ['UNREADABLE'] });
});
