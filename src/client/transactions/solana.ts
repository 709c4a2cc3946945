import { littleEndian } from '../../crypto/byteReader.js';
import type { Bytes } from '../../crypto/bytes.js';
import { fromHex } from '../../crypto/hex.js';
import { readSolanaEnvelope } from '../../crypto/solanaMessage.js';
import { decimalOf, type TransactionEffect } from './effect.js';

/**
 * What a transaction of Solana does: of one that pays coins of the signer, or tokens of the signer with `TransferChecked`, and besides
 * only sets its fee. `undefined` for every other.
 *
 * @param unsignedTransaction - in hex: a transaction or its message, legacy or of version 0.
 * @param signer - the address that signs.
 */
export function solanaEffect(unsignedTransaction: string, signer: string): TransactionEffect | undefined {
  try {
    const bytes = fromHex(unsignedTransaction.replace(/^0x/i, ''));
    const { keys, signers, instructions } = readSolanaEnvelope(bytes, (about) => new RangeError(about)).message;
    const [transfer, ...more] = instructions.filter(({ program }) => program !== computeBudget);
    if (!transfer || more.length > 0) return undefined;
    // The keys of accounts that a look-up table loads are only known to the table.
    const sent = sentBy({ ...transfer, accounts: transfer.accounts.map((index) => keys[index]) }, signer);
    const budget = budgetOf(instructions.filter((instruction) => instruction !== transfer));
    if (!sent || !budget) return undefined;
    // Micro-lamports a unit, rounded up; besides 5,000 lamports a signature.
    const lamports = BigInt(signers) * 5_000n + (budget.price * budget.units + 999_999n) / 1_000_000n;
    const of = { symbol: 'SOL', feeLimit: decimalOf(lamports, 9), chain: undefined };
    return { does: 'send', from: undefined, ...sent, ...of };
  } catch {
    return undefined; // who signs refuses what cannot be read
  }
}

type Instruction = {
  readonly program: string;
  readonly accounts: readonly (string | undefined)[];
  readonly data: Bytes;
};
type Sent = Pick<TransactionEffect, 'amount' | 'unit' | 'token' | 'to'>;

/** @see solana-sdk, SystemInstruction (Transfer); solana-program-library, TokenInstruction (TransferChecked) */
function sentBy({ program, accounts, data }: Instruction, signer: string): Sent | undefined {
  const [from, second, third, owner] = accounts;
  if (program === systemProgram && accounts.length === 2 && data.length === 12 && second !== undefined) {
    if (littleEndian(data.subarray(0, 4)) !== 2n || from !== signer) return undefined;
    return { amount: decimalOf(littleEndian(data.subarray(4)), 9), unit: 'coin', token: undefined, to: second };
  }
  if (!tokenPrograms.includes(program) || accounts.length !== 4 || data.length !== 10 || data[0] !== 12)
    return undefined;
  if (owner !== signer || second === undefined || third === undefined) return undefined;
  const amount = decimalOf(littleEndian(data.subarray(1, 9)), data[9] ?? 0);
  return { amount, unit: 'token', token: second, to: third };
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

const systemProgram = '1'.repeat(32);
const computeBudget = 'ComputeBudget111111111111111111111111111111';
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];
