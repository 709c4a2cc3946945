import { describe, expect, test } from 'vitest';
import { fromBase58, toBase58 } from '../../src/crypto/base58.js';
import { type Bytes, concat } from '../../src/crypto/bytes.js';
import { toHex } from '../../src/crypto/hex.js';
import { signatureFacts } from '../../src/reading/signatureFacts.js';
import { mayPayUnnamed, solanaEffect } from '../../src/reading/solana.js';
import { type MessageParts, solanaMessage } from '../support/solanaMessage.js';

const key = (fill: number): Bytes => new Uint8Array(32).fill(fill);
const [signer, receiver, source, mint] = [key(1), key(2), key(3), key(4)];
const programs = [
  new Uint8Array(32),
  fromBase58('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  fromBase58('ComputeBudget111111111111111111111111111111'),
  fromBase58('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
];
/** Signer, receiver, source and mint are 0 to 3. */
const [system, tokens, budget, memo] = [4, 5, 6, 7];
const u64 = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer);

type Instruction = NonNullable<MessageParts['instructions']>[number];
const pays = (lamports = 1_500_000_000n): Instruction => ({
  ...{ program: system, accounts: [0, 1], data: concat(Uint8Array.of(2, 0, 0, 0), u64(lamports)) },
});
const sends = (amount = 1_500_000n, decimals = 6): Instruction => ({
  ...{ program: tokens, accounts: [2, 3, 1, 0], data: concat(Uint8Array.of(12), u64(amount), Uint8Array.of(decimals)) },
});
const hexOf = (instructions: readonly Instruction[], parts: Partial<MessageParts> = {}): string =>
  toHex(solanaMessage({ keys: [signer, receiver, source, mint, ...programs], instructions, ...parts }));
const effectOf = (...instructions: Instruction[]) => solanaEffect(hexOf(instructions), toBase58(signer));

const payment = {
  ...{ does: 'send', amount: '1.5', unit: 'coin', token: undefined, from: undefined, to: toBase58(receiver) },
  ...{ symbol: 'SOL', feeLimit: '0.000005', chain: undefined },
};

test('a payment is read from a transaction, or from its message alone', () => {
  expect(effectOf(pays())).toEqual(payment);
  const whole = concat(Uint8Array.of(1), new Uint8Array(64));
  expect(solanaEffect(`0x${toHex(whole)}${hexOf([pays()])}`, toBase58(signer))).toEqual(payment);
});

test('a transfer of tokens that states their decimals is read in whole tokens, with the account that they leave', () => {
  const sent = { does: 'send', unit: 'token', token: toBase58(mint), from: toBase58(source), to: toBase58(receiver) };
  expect(effectOf(sends())).toMatchObject({ ...sent, amount: '1.5' });
  expect(effectOf(sends(5n, 0))).toMatchObject({ ...sent, amount: '5' });
  expect(effectOf(sends(2n ** 64n - 1n, 9))).toMatchObject({ ...sent, amount: '18446744073.709551615' });
});

test('the price of the execution is part of the fee', () => {
  const units: Instruction = { program: budget, accounts: [], data: Uint8Array.of(2, 64, 13, 3, 0) };
  const price: Instruction = { program: budget, accounts: [], data: concat(Uint8Array.of(3), u64(10n ** 9n)) };
  expect(effectOf(units, price, pays())?.feeLimit).toBe('0.200005');
  expect(effectOf(price, pays())?.feeLimit).toBe('1.400005');
});

const dangersOf = (instructions: readonly Instruction[], known: Parameters<typeof signatureFacts>[1] = []) =>
  signatureFacts(
    {
      ...{ kind: 'solana transaction', address: toBase58(signer), chain: undefined, isSent: true },
      unsignedTransaction: hexOf(instructions),
    },
    known,
  ).dangers;

test('coins, and other tokens, sent to the mint of a known token are a danger', () => {
  const known = [{ chainId: 'solana:mainnet', address: toBase58(receiver), symbol: 'USDC', decimals: 6 } as const];
  for (const instruction of [pays(), sends()]) {
    expect(dangersOf([instruction])).toEqual([]);
    expect(dangersOf([instruction], known)).toEqual(['TOKEN_CONTRACT_RECEIVES']);
  }
});

test('a fee beyond a tenth of a coin, or beyond what is paid and not small, is a danger', () => {
  const units: Instruction = { program: budget, accounts: [], data: Uint8Array.of(2, 64, 13, 3, 0) };
  const price = (microLamports: bigint): Instruction => ({
    ...{ program: budget, accounts: [], data: concat(Uint8Array.of(3), u64(microLamports)) },
  });
  // 200,000 units: in lamports a fifth of the price.
  expect(dangersOf([units, price(10_000_000n), pays(1n)])).toEqual([]);
  expect(dangersOf([units, price(50_000_000n), pays(1n)])).toEqual(['HIGH_FEE']);
  expect(dangersOf([units, price(50_000_000n), pays()])).toEqual([]);
  expect(dangersOf([units, price(500_000_000n), pays()])).toEqual(['HIGH_FEE']);
  expect(dangersOf([units, price(500_000_000n), sends()])).toEqual(['HIGH_FEE']);
});

describe('a transaction is not told in words that', () => {
  test.each<[string, Instruction[]]>([
    ['does nothing', []],
    ['does two things', [pays(), pays()]],
    ['does something else besides', [pays(), { program: memo, accounts: [], data: Uint8Array.of(65) }]],
    ['asks for something else of its budget', [pays(), { program: budget, accounts: [], data: Uint8Array.of(9) }]],
    ['pays from an account of somebody else', [{ ...pays(), accounts: [2, 1] }]],
    ['sends tokens of somebody else', [{ ...sends(), accounts: [2, 3, 1, 2] }]],
    ['sends tokens with a program that looks on', [{ ...sends(), accounts: [2, 3, 1, 0, 7] }]],
    ['sends tokens without naming them', [{ ...sends(), data: concat(Uint8Array.of(3), u64(1n)) }]],
    ['has bytes behind its instruction', [{ ...pays(), data: concat(pays().data, Uint8Array.of(0)) }]],
    ['creates an account', [{ ...pays(), data: new Uint8Array(12) }]],
  ])('%s', (_, instructions) => {
    expect(effectOf(...instructions)).toBeUndefined();
  });

  test('pays an account that only a look-up table knows', () => {
    const lookups = [{ table: key(9), writable: [0], readonly: [] }];
    const hex = (instruction: Instruction) => hexOf([instruction], { lookups });
    expect(solanaEffect(hex(pays()), toBase58(signer))).toEqual(payment);
    expect(solanaEffect(hex({ ...pays(), accounts: [0, 8] }), toBase58(signer))).toBeUndefined();
    expect(solanaEffect(hex(sends()), toBase58(signer))).toMatchObject({ amount: '1.5' });
    expect(solanaEffect(hex({ ...sends(), accounts: [8, 3, 1, 0] }), toBase58(signer))).toBeUndefined();
  });

  test.each(['', '00', 'no hex', '0xff', '01'.repeat(200)])('cannot be read, %.20s', (text) => {
    expect(solanaEffect(text, toBase58(signer))).toBeUndefined();
  });
});

test('whom a transaction may pay is in its bytes, unless it has look-up tables or cannot be read', () => {
  const lookups = [{ table: key(9), writable: [0], readonly: [] }];
  expect(mayPayUnnamed(hexOf([pays(), pays()]))).toBe(false);
  expect(mayPayUnnamed(`0x${hexOf([], { lookups: [] })}`)).toBe(false);
  expect(mayPayUnnamed(hexOf([pays(), pays()], { lookups }))).toBe(true);
  expect(mayPayUnnamed(hexOf([pays()]).slice(0, -2))).toBe(true);
  expect(mayPayUnnamed('no hex')).toBe(true);
});
