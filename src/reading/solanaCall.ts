import { toHex } from '../crypto/hex.js';
import { feeLimitOf, solanaMessageIn } from './solana.js';

/** What a transaction of Solana says, field by field, whether or not anybody knows what it does. Addresses are in base58. */
export type SolanaCall = {
  /** The first one pays the fee. */
  readonly signers: readonly string[];
  readonly instructions: readonly {
    readonly program: string;
    /** Those that a look-up table loads are written as the table's address and the place in it: `9xQe…[3]`. */
    readonly accounts: readonly string[];
    /** In hex behind 0x. */
    readonly data: string;
  }[];
  /** It is valid for about a minute after the block that it names. */
  readonly blockhash: string;
  /** The most that the chain may charge, in SOL. `undefined` where its budget cannot be read. */
  readonly feeLimit: string | undefined;
};

/**
 * Reads the fields of a transaction.
 *
 * @param transaction - in hex, with or without 0x: a transaction or its message, legacy or of version 0.
 * @throws {RangeError} for bytes that are no transaction
 */
export function solanaCall(transaction: string): SolanaCall {
  const message = solanaMessageIn(transaction);
  const { keys, signers, lookups, blockhash } = message;
  const placesIn = (which: 'writable' | 'readonly') =>
    lookups.flatMap((lookup) => lookup[which].map((place) => `${lookup.table}[${place}]`));
  const accounts = [...keys, ...placesIn('writable'), ...placesIn('readonly')];
  return {
    signers: keys.slice(0, signers),
    instructions: message.instructions.map(({ program, data, ...instruction }) => ({
      program,
      accounts: instruction.accounts.map((index) => accounts[index] ?? ''),
      data: `0x${toHex(data)}`,
    })),
    blockhash,
    feeLimit: feeLimitOf(message),
  };
}
