// Nothing wrong is told by a descriptor: each address and amount of a description is what viem and ethers read from the same bytes.
import { TypedDataEncoder } from 'ethers';
import { decodeFunctionData, parseAbi, parseTransaction } from 'viem';
import { expect, test } from 'vitest';
import { approvalsEnglish } from '../../src/components/approvals/approvalWords.js';
import type { ApprovalTexts } from '../../src/components/english/approvalMessages.js';
import { reviewOf } from '../../src/components/review/reviewOf.js';
import type { Description } from '../../src/reading/clearSigning/description.js';
import { describedFacts } from '../../src/reading/describedFacts.js';
import { type SignatureFacts, signatureFacts } from '../../src/reading/signatureFacts.js';
import type { SignatureRequest } from '../../src/reading/signatureRequest.js';
import type { TypedDataToRead } from '../../src/reading/typedDataLeaves.js';
import { depositDescriptor, order, orderDescriptor, pool, usdc } from '../support/describedExamples.js';
import { callData, ethereumTransaction } from '../support/ethereumTransactions.js';
import { mutationsOf } from '../support/mutations.js';
import { descriptors as ofPage } from './descriptors.js';

const address = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f';
const chain = { id: 1, name: 'Ethereum', symbol: 'ETH' };
const tokens = [{ chainId: 1, address: usdc, symbol: 'USDC', decimals: 6 }];
const seed = 26;
/** How many mutated inputs: `MUTATIONS=100000` for the long proof. */
const count = Number(process.env.MUTATIONS ?? 20_000);
const all = [depositDescriptor(), orderDescriptor()];
/** The same without whom it is for. */
const hiding = [
  depositDescriptor([{ path: 'amount', label: 'Amount', format: 'tokenAmount', params: { tokenPath: 'token' } }]),
];

/** What is said of a request; nothing where it is refused, or only raw fields stand, behind a plate. */
async function said(
  request: SignatureRequest,
  descriptors = all,
): Promise<{ description: Description; isPlated: boolean } | undefined> {
  let facts: Awaited<ReturnType<typeof describedFacts>>;
  try {
    facts = await describedFacts(request, signatureFacts(request, tokens), { descriptors, tokens });
  } catch {
    return undefined;
  }
  const description = 'description' in facts ? facts.description : undefined;
  if (description?.by === 'app') return { description, isPlated: facts.dangers.includes('NOT_WHOLLY_READ') };
  const { effect, reading } = facts as { effect?: unknown; reading?: unknown };
  if (!effect && !reading) expect(facts.dangers.length, JSON.stringify(request)).toBeGreaterThan(0);
  return undefined;
}

/** The fields are the leaves, in the descriptor's order: amounts in smallest units, with the token that counts them. */
function expectLeaves({ description }: { readonly description: Description }, leaves: Leaves, about: string) {
  const [amount, ...others] = description.fields;
  const isNamed = leaves.token === usdc;
  const units = isNamed ? (amount?.value.match(/^(\d+)(?:\.(\d{1,6}))? USDC$/) ?? []) : [];
  const number = isNamed ? `${units[1]}${(units[2] ?? '').padEnd(6, '0')}` : amount?.value;
  expect(BigInt(number ?? ''), about).toBe(leaves.amount);
  expect(amount?.token, about).toBe(isNamed ? undefined : leaves.token);
  expect(
    others.map(({ value }) => value),
    about,
  ).toEqual(leaves.others);
}

type Leaves = { readonly token: string; readonly amount: bigint; readonly others: readonly string[] };

const abi = parseAbi([
  'struct Part { uint256 share; address to; }',
  'function deposit(address token, uint256 amount, address receiver, Part[] parts)',
]);

const partsOf = (parts: readonly { share: unknown; to: unknown }[]): string[] => [
  ...parts.map(({ share }) => String(BigInt(share as string))),
  ...parts.map(({ to }) => String(to).toLowerCase()),
];

test('the page’s descriptor tells a deposit', async () => {
  const pool = '0x00000000000000000000000000000000000a11ce';
  const data = callData('deposit(address,uint256,address)', usdc, 1_500_000n, address);
  const unsignedTransaction = ethereumTransaction({ to: pool, data, chainId: 8453n }).slice(2);
  const base = { id: 8453, name: 'Base', symbol: 'ETH' };
  const request = { kind: 'transaction', address, chain: base, unsignedTransaction, isSent: true } as const;
  const known = { descriptors: ofPage, tokens: [{ chainId: 8453, address: usdc, symbol: 'USDC', decimals: 6 }] };
  const facts = await describedFacts(request, signatureFacts(request), known);
  expect(facts).toMatchObject({ dangers: [], description: { intent: 'Deposit', by: 'app' } });
  expect(facts.kind === 'transaction' && facts.description?.fields.map(({ value }) => value)).toEqual([
    ...['1.5 USDC', address],
  ]);
});

const other = `0x${'44'.repeat(20)}`;
const deposits = [usdc, other].map((token) =>
  callData(
    'deposit(address,uint256,address,(uint256,address)[])',
    token,
    1_500_000n,
    other,
    128n,
    2n,
    3n,
    other,
    4n,
    address,
  ),
);

test('of mutated calls', async () => {
  let told = 0;
  for (const [at, data] of deposits.entries())
    for (const bent of mutationsOf(ethereumTransaction({ to: pool, data }).slice(2), count / 4, seed + at)) {
      const words = await said({ kind: 'transaction', address, chain, unsignedTransaction: bent, isSent: true });
      if (!words) continue;
      const leaves = depositIn(bent);
      if (!leaves) continue;
      told += 1;
      const hidden = await said(
        { kind: 'transaction', address, chain, unsignedTransaction: bent, isSent: true },
        hiding,
      );
      expect([hidden?.description.fields.length, hidden?.isPlated], bent).toEqual([1, true]);
      expectLeaves(words, leaves, bent);
    }
  expect(told, `seed ${seed}`).toBeGreaterThan(count / 10);
}, 600_000);

/** What viem reads of a deposit. `undefined` where it reads no such transaction, which is never mined. */
function depositIn(bytes: string): Leaves | undefined {
  let read: ReturnType<typeof parseTransaction>;
  try {
    read = parseTransaction(`0x${bytes}`);
  } catch (error) {
    expect((error as Error).name, bytes).toMatch(/^(TipAboveFeeCapError|FeeCapTooHighError)$/);
    return undefined;
  }
  expect([read.chainId, read.to], bytes).toEqual([1, pool]);
  const [token, amount, receiver, parts] = decodeFunctionData({ abi, data: read.data ?? '0x' }).args;
  return { token: token.toLowerCase(), amount, others: [receiver.toLowerCase(), ...partsOf(parts)] };
}

test('of batches with a mutated call', async () => {
  const payment = ethereumTransaction({ to: other, value: 10n ** 18n }).slice(2);
  const whole = ethereumTransaction({ to: pool, data: deposits[0] }).slice(2);
  const unread = ethereumTransaction({ to: other, data: '0x12345678' }).slice(2);
  const wholeLeaves = depositIn(whole);
  let told = 0;
  for (const [at, data] of deposits.entries())
    for (const bent of mutationsOf(ethereumTransaction({ to: pool, data }).slice(2), count / 4, seed + 2 + at)) {
      const place = told % 4;
      const unsignedTransactions = [payment, whole, unread].toSpliced(place, 0, bent);
      const request = { kind: 'batch', address, chain, unsignedTransactions, feeLimit: '0' } as const;
      let facts: Awaited<ReturnType<typeof describedFacts>>;
      try {
        facts = await describedFacts(request, signatureFacts(request, tokens), { descriptors: all, tokens });
      } catch {
        continue; // such bytes are refused, and the batch with them
      }
      if (facts.kind !== 'batch') throw new Error('a batch is none');
      const [mutated, ...others] = [facts.calls[place], ...facts.calls.toSpliced(place, 1)];
      // The other calls are told as ever, and the unread one has its plate.
      expect(others.map(({ effect, description }) => effect?.amount ?? description?.intent)).toEqual([
        ...['1', 'Deposit', undefined],
      ]);
      expectLeaves({ description: others[1]?.description as Description }, wholeLeaves as Leaves, bent);
      expect(facts.dangers, bent).toContain('UNREADABLE');
      for (const danger of mutated?.dangers ?? []) expect(facts.dangers, bent).toContain(danger);
      if (mutated?.description?.by !== 'app') {
        if (!mutated?.effect) expect(mutated?.dangers.length, bent).toBeGreaterThan(0);
        continue;
      }
      const leaves = depositIn(bent);
      if (!leaves) continue;
      told += 1;
      expectLeaves({ description: mutated.description }, leaves, bent);
      expectRows(facts, request, bent);
    }
  expect(told, `seed ${seed}`).toBeGreaterThan(count / 10);
}, 600_000);

/** On the card each call's title, and each of its first fields, stands behind the number of that call. */
function expectRows(facts: SignatureFacts, request: SignatureRequest, about: string) {
  const { rows } = reviewOf(request, facts, approvalsEnglish as ApprovalTexts, {
    ...{ app: '', isFirstTime: false, lookalikes: [] },
  });
  if (facts.kind !== 'batch') throw new Error('a batch is none');
  for (const [at, { description, effect }] of facts.calls.entries()) {
    const own = rows.filter(({ label }) => label.startsWith(`${at + 1}.`));
    expect(own[0]?.label, about).toBe(`${at + 1}.`);
    if (!effect && description) expect(own[0]?.value, about).toContain(description.intent);
    const fields = (effect ? [] : (description?.fields ?? [])).slice(0, 8);
    const values = fields.map(({ value, token }) => (token === undefined ? value : `${value} (${token})`));
    const isTold = description !== undefined;
    expect(
      own.slice(1, isTold ? -1 : undefined).map(({ value }) => value),
      about,
    ).toEqual(values);
  }
}

test('of mutated typed data', async () => {
  let told = 0;
  for (const bent of mutationsOf(JSON.stringify(order()), count / 2, seed)) {
    let data: TypedDataToRead;
    try {
      data = JSON.parse(bent) as TypedDataToRead;
    } catch {
      continue;
    }
    const words = await said({ kind: 'typed data', address, chain, data });
    if (!words) continue;
    told += 1;
    const leaves: { type: string; value: string }[] = [];
    const { Order = [], Part = [] } = data.types;
    new TypedDataEncoder({ Order: [...Order], Part: [...Part] }).visit(data.message, (type, value) => {
      leaves.push({ type, value: String(value).toLowerCase() });
      return value;
    });
    const of = (wanted: string) => leaves.filter(({ type }) => type === wanted).map(({ value }) => value);
    const [token = '', ...receivers] = of('address');
    const [amount = '', ...numbers] = of('uint256');
    const shares = numbers.slice(0, -1).map((share) => String(BigInt(share)));
    expectLeaves(words, { token, amount: BigInt(amount), others: [...shares, ...receivers] }, bent);
  }
  expect(told, `seed ${seed}`).toBeGreaterThan(count / 100);
}, 600_000);
