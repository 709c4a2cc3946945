import { refused } from '../../../contract/refusals.js';
import { toBase58 } from '../../../crypto/base58.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import {
  readSolanaEnvelope,
  type SolanaInstruction,
  type SolanaMessage,
  writeSolanaTransaction,
} from '../../../crypto/solanaMessage.js';
import { checkCurve, malformed } from './malformed.js';
import {
  type NamedInstruction,
  type SolanaTransfer,
  type SplTransfer,
  splTransfers,
  transfers,
} from './solanaTransfers.js';
import type { PublicSigner, UnsignedTransaction } from './unsigned.js';

type AccountFacts = { readonly account_key: string; readonly signer: boolean; readonly writable: boolean };
type LookupFacts = {
  readonly address_table_key: string;
  readonly writable_indexes: readonly bigint[];
  readonly readonly_indexes: readonly bigint[];
};

/** What policies read of it. Accounts that a look-up table loads stand as {@link ofTable}. */
export type SolanaTransactionFacts = {
  readonly account_keys: readonly string[];
  readonly program_keys: readonly string[];
  readonly instructions: readonly {
    readonly program_key: string;
    readonly accounts: readonly AccountFacts[];
    readonly instruction_data_hex: string;
    readonly address_table_lookups: readonly LookupFacts[];
  }[];
  readonly transfers: readonly SolanaTransfer[];
  readonly recent_blockhash: string;
  readonly spl_transfers: readonly SplTransfer[];
  readonly address_table_lookups: readonly LookupFacts[];
};

/**
 * Reads a transaction or a message, legacy or of version 0, that this key is to sign among others. Others' signatures stay.
 *
 * @throws {RefusedError} TRANSACTION_MALFORMED, TRANSACTION_SIGNER_MISMATCH
 */
export async function readSolanaTransaction(
  bytes: Bytes,
  signer: PublicSigner,
): Promise<UnsignedTransaction<{ readonly solana: { readonly tx: SolanaTransactionFacts } }>> {
  checkCurve(signer, 'CURVE_ED25519');
  const { signatures, bytes: signed, message } = readSolanaEnvelope(bytes, malformed);
  const place = message.keys.slice(0, message.signers).indexOf(toBase58(signer.publicKey));
  if (place < 0) throw refused('TRANSACTION_SIGNER_MISMATCH', { about: 'it does not ask this key to sign' });
  return {
    facts: { solana: { tx: factsOf(message) } },
    async sign({ ed25519 }, secretKey) {
      const signature = await ed25519.sign(signed, secretKey);
      return writeSolanaTransaction(signatures.with(place, signature), signed);
    },
  };
}

/** How an account of a look-up table stands in facts: the table alone knows its key. */
const ofTable = 'ADDRESS_TABLE_LOOKUP';

function factsOf(message: SolanaMessage): SolanaTransactionFacts {
  const { keys, blockhash, instructions, lookups } = message;
  const named: NamedInstruction[] = instructions.map(({ program, accounts, data }) => ({
    program,
    accounts: accounts.map((index) => keys[index] ?? ofTable),
    data,
  }));
  return {
    account_keys: keys,
    program_keys: [...new Set(instructions.map(({ program }) => program))],
    instructions: instructions.map((instruction) => ({
      program_key: instruction.program,
      accounts: instruction.accounts.map((index) => accountFacts(message, index)),
      instruction_data_hex: toHex(instruction.data),
      address_table_lookups: lookupsOf(message, instruction),
    })),
    transfers: named.flatMap(transfers),
    recent_blockhash: blockhash,
    spl_transfers: named.flatMap(splTransfers),
    address_table_lookups: lookups.map(({ table, writable, readonly }) => lookupFacts(table, writable, readonly)),
  };
}

const accountFacts = ({ keys, signers, isWritable }: SolanaMessage, index: number): AccountFacts => ({
  account_key: keys[index] ?? ofTable,
  signer: index < signers,
  writable: isWritable(index),
});

const lookupFacts = (table: string, writable: readonly number[], readonly: readonly number[]): LookupFacts => ({
  address_table_key: table,
  writable_indexes: writable.map(BigInt),
  readonly_indexes: readonly.map(BigInt),
});

/** Of each table what this instruction names. First come what may be written of all tables, then what may not. */
function lookupsOf({ keys, lookups }: SolanaMessage, { accounts }: SolanaInstruction): LookupFacts[] {
  let next = keys.length;
  const take = (indexes: readonly number[]) => indexes.filter(() => accounts.includes(next++));
  const writable = lookups.map((lookup) => take(lookup.writable));
  const readonly = lookups.map((lookup) => take(lookup.readonly));
  return lookups
    .map(({ table }, index) => lookupFacts(table, writable[index] ?? [], readonly[index] ?? []))
    .filter(({ writable_indexes, readonly_indexes }) => writable_indexes.length + readonly_indexes.length > 0);
}
