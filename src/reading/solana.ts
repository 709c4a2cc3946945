import { littleEndian } from '../crypto/byteReader.js';
import type { Bytes } from '../crypto/bytes.js';
import { fromHex } from '../crypto/hex.js';
import { readSolanaEnvelope, type SolanaMessage } from '../crypto/solanaMessage.js';
import { decimalOf, type TransactionEffect } from './effect.js';
import type { Token } from './token.js';
import { withSymbol } from './withSymbol.js';

/**
 * What a transaction of Solana does: of one that pays coins of the signer, or with `TransferChecked` tokens of an account that is the
 * signer's or lets the signer spend them, and besides only sets its fee. `undefined` for every other.
 *
 * @param unsignedTransaction - in hex: a transaction or its message, legacy or of version 0.
 * @param signer - the address that signs.
 * @param tokens - those that are told by their symbols.
 */
export function solanaEffect(
  unsignedTransaction: string,
  signer: string,
  tokens: readonly Token[] = [],
): TransactionEffect | undefined {
  try {
    const message = solanaMessageIn(unsignedTransaction);
    const { keys, instructions } = message;
    const [transfer, ...more] = instructions.filter(({ program }) => program !== computeBudget);
    if (!transfer || more.length > 0) return undefined;
    // The keys of accounts that a look-up table loads are only known to the table.
    const sent = sentBy({ ...transfer, accounts: transfer.accounts.map((index) => keys[index]) }, signer);
    const feeLimit = feeLimitOf(message);
    if (!sent || feeLimit === undefined) return undefined;
    const of = { symbol: 'SOL', feeLimit, chain: undefined };
    return withSymbol<TransactionEffect>({ does: 'send', ...sent, ...of }, 'solana', tokens);
  } catch {
    return undefined; // who signs refuses what cannot be read
  }
}

/**
 * Whether a transaction of Solana may pay an address that is not in its bytes: it loads accounts from look-up tables, or cannot be read.
 *
 * @param transaction - in hex: a transaction or its message.
 */
export function mayPayUnnamed(transaction: string): boolean {
  try {
    return solanaMessageIn(transaction).lookups.length > 0;
  } catch {
    return true;
  }
}

/**
 * The message of a transaction.
 *
 * @param transaction - in hex, with or without 0x: a transaction or its message.
 * @throws {RangeError} for bytes that are neither
 * @throws {EncodingError} HEX_MALFORMED
 */
export function solanaMessageIn(transaction: string): SolanaMessage {
  const bytes = fromHex(transaction.replace(/^0x/i, ''));
  return readSolanaEnvelope(bytes, (about) => new RangeError(`This is no transaction of Solana: ${about}.`)).message;
}

/** The most that the chain may charge for a transaction, in SOL. `undefined` where its budget cannot be read. */
export function feeLimitOf({ signers, instructions }: SolanaMessage): string | undefined {
  const budget = budgetOf(instructions.filter(({ program }) => program === computeBudget));
  // Micro-lamports a unit, rounded up; besides 5,000 lamports a signature.
  return budget && decimalOf(BigInt(signers) * 5_000n + (budget.price * budget.units + 999_999n) / 1_000_000n, 9);
}

type Instruction = {
  readonly program: string;
  readonly accounts: readonly (string | undefined)[];
  readonly data: Bytes;
};
type Sent = Pick<TransactionEffect, 'amount' | 'unit' | 'token' | 'from' | 'to'>;

/** @see solana-sdk, SystemInstruction (Transfer); solana-program-library, TokenInstruction (TransferChecked) */
function sentBy({ program, accounts, data }: Instruction, signer: string): Sent | undefined {
  const [from, second, third, authority] = accounts;
  if (program === systemProgram && accounts.length === 2 && data.length === 12 && second !== undefined) {
    if (littleEndian(data.subarray(0, 4)) !== 2n || from !== signer) return undefined;
    const amount = decimalOf(littleEndian(data.subarray(4)), 9);
    return { amount, unit: 'coin', token: undefined, from: undefined, to: second };
  }
  if (!tokenPrograms.includes(program) || accounts.length !== 4 || data.length !== 10 || data[0] !== 12)
    return undefined;
  if (authority !== signer || from === undefined || second === undefined || third === undefined) return undefined;
  const amount = decimalOf(littleEndian(data.subarray(1, 9)), data[9] ?? 0);
  // The bytes do not say whose account it is: the signer may only be allowed to spend its tokens.
  return { amount, unit: 'token', token: second, from, to: third };
}

/** The price of a unit in micro-lamports, and how many units at most. @see Solana documentation, "Compute Budget" */
function budgetOf(instructions: readonly Pick<Instruction, 'data'>[]): { price: bigint; units: bigint } | undefined {
  let [price, units] = [0n, 1_400_000n];
  for (const { data } of instructions) {
    const number = littleEndian(data.subarray(1));
    if (data[0] === 2 && data.length === 5) units = number;
    else if (data[0] === 3 && data.length === 9) price = number;
    else return undefined;
  }
  return { price, units };
}

/** The program that holds people's coins. */
export const systemProgram = '1'.repeat(32);
const computeBudget = 'ComputeBudget111111111111111111111111111111';
/** The programs that hold tokens. */
export const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
