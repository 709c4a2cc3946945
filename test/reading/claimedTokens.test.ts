import { expect, test } from 'vitest';
import { believable, type ClaimedToken } from '../../src/reading/claimedTokens.js';
import { namedTokens } from '../../src/reading/namedTokens.js';
import { signatureFacts } from '../../src/reading/signatureFacts.js';
import { callData, ethereumTransaction } from '../support/ethereumTransactions.js';
import { typedData } from '../support/standardTypedData.js';

const address = `0x${'aa'.repeat(20)}`;
const to = `0x${'bb'.repeat(20)}`;
const token = `0x${'cc'.repeat(20)}`;
const chain = { id: 1, name: 'Ethereum', symbol: 'ETH' };
const acme = { address: token, symbol: 'ACME', decimals: 6 };

const believed = async (claim: Partial<ClaimedToken>, own: Parameters<typeof namedTokens>[0] = []) =>
  believable([{ ...acme, ...claim }], chain, await namedTokens(own)).length === 1;

test('a short symbol of plain letters and digits is told', async () => {
  for (const symbol of ['ACME', 'stETH', 'aUSD+', 'a.b-c$', 'PT2026', 'A'])
    expect(await believed({ symbol }), symbol).toBe(true);
});

test('a symbol that hides, turns or continues the sentence is not', async () => {
  for (const symbol of ['', '100', ' ACME', 'AC ME', 'ACME to 0x', 'ACM\u202e', 'АСМЕ', '“ETH”', 'A'.repeat(12), '+X'])
    expect(await believed({ symbol }), symbol).toBe(false);
});

test('nor one that an eye takes for a known token’s or a coin’s, on whatever chain', async () => {
  for (const symbol of [
    'USDC',
    'usdc',
    'U5DC',
    'USD-C',
    'USDC$',
    'ETH',
    'eth.',
    'WETH',
    'BTC',
    'S0L',
    'L1NK',
    'LlNK',
    'W8TC',
    'vvETH',
    'USD',
    'wei',
    'million',
  ])
    expect(await believed({ symbol }), symbol).toBe(false);
  expect(await believed({ symbol: 'ACME' }, [{ ...acme, chainId: 99, address: to }])).toBe(false);
});

test('nor one with more digits behind the point than any amount has', async () => {
  expect(await believed({ decimals: 36 })).toBe(true);
  expect(await believed({ decimals: 37 })).toBe(false);
});

const factsOf = (data: string, claimed: readonly ClaimedToken[]) =>
  signatureFacts({
    ...{ kind: 'transaction', address, chain, isSent: true, claimed },
    unsignedTransaction: ethereumTransaction({ to: token, value: 0n, data }),
  });
const effectOf = (...of: Parameters<typeof factsOf>) => {
  const facts = factsOf(...of);
  return facts.kind === 'transaction' ? facts.effect : undefined;
};

test('an amount is told in whole tokens, and said to be claimed', () => {
  const told = { amount: '1.5', unit: 'claimed token', token, tokenSymbol: 'ACME' };
  expect(effectOf(callData('transfer(address,uint256)', to, 1_500_000n), [acme])).toMatchObject(told);
  expect(effectOf(callData('approve(address,uint256)', to, 1_500_000n), [acme])).toMatchObject(told);
});

test('a permission without limit stays without limit, and dangerous', () => {
  for (const [much, unit] of [
    [2n ** 256n - 1n, 'claimed token'],
    [2n ** 96n - 1n, 'unlimited or NFT'],
  ] as const)
    expect(factsOf(callData('approve(address,uint256)', to, much), [acme])).toMatchObject({
      ...{ dangers: ['UNLIMITED'], effect: { unit, token } },
    });
});

test('a claim about another contract is none about this one', () => {
  const data = callData('transfer(address,uint256)', to, 1_500_000n);
  expect(effectOf(data, [{ ...acme, address: to }])).toMatchObject({ amount: '1500000', unit: 'smallest' });
});

test('where the same bytes may name an NFT, a claim tells amounts alone that no id is likely to be', () => {
  for (const [decimals, id] of [
    ...[
      [0, 7n],
      [2, 1_234n],
      [18, 7n],
      [36, 7n],
    ],
    [6, 2n ** 255n + 7n],
  ] as const)
    for (const signature of ['approve(address,uint256)', 'transferFrom(address,address,uint256)']) {
      const data = signature.startsWith('approve') ? callData(signature, to, id) : callData(signature, address, to, id);
      const isLong = id > 2n ** 96n && signature.startsWith('approve');
      const asIs = { amount: String(id), unit: isLong ? 'unlimited or NFT' : 'smallest or NFT' };
      expect(effectOf(data, [{ ...acme, decimals }]), `${signature} ${decimals}`).toMatchObject(asIs);
      expect(effectOf(data, [{ ...acme, decimals }])?.tokenSymbol).toBeUndefined();
    }
  const sent = callData('transfer(address,uint256)', to, 7n);
  expect(effectOf(sent, [{ ...acme, decimals: 0 }])).toMatchObject({
    ...{ amount: '7', unit: 'claimed token', tokenSymbol: 'ACME' },
  });
});

test('what the app or the kit knows comes before what the contract says', () => {
  const facts = signatureFacts(
    {
      ...{ kind: 'transaction', address, chain, isSent: true, claimed: [acme] },
      unsignedTransaction: ethereumTransaction({
        ...{ to: token, value: 0n, data: callData('transfer(address,uint256)', to, 1_500_000n) },
      }),
    },
    [{ chainId: 1, address: token, symbol: 'OWN', decimals: 2 }],
  );
  expect(facts).toMatchObject({ effect: { amount: '15000', unit: 'token', tokenSymbol: 'OWN' } });
});

test('permits and batches are told so, too', () => {
  const message = { details: { token, amount: '1500000', expiration: 1_900_000_000, nonce: 0 }, spender: to };
  const data = typedData('PermitSingle', { ...message, sigDeadline: 1_900_000_000 });
  expect(signatureFacts({ kind: 'typed data', address, chain, data, claimed: [acme] })).toMatchObject({
    reading: { effects: [{ amount: '1.5', unit: 'claimed token', tokenSymbol: 'ACME' }] },
  });
  const unsignedTransactions = [
    ethereumTransaction({ to: token, value: 0n, data: callData('transfer(address,uint256)', to, 1_500_000n) }),
  ];
  expect(
    signatureFacts({ kind: 'batch', address, chain, unsignedTransactions, feeLimit: '0', claimed: [acme] }),
  ).toMatchObject({ calls: [{ effect: { amount: '1.5', unit: 'claimed token', tokenSymbol: 'ACME' } }] });
});
