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
import { inSlices } from '../../slices.js';
import { checkCurve, malformedTransaction } from './malformed.js';
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
  const { signatures, bytes: signed, message } = readSolanaEnvelope(bytes, malformedTransaction);
  const place = message.keys.slice(0, message.signers).indexOf(toBase58(signer.publicKey));
  if (place < 0) throw refused('TRANSACTION_SIGNER_MISMATCH', { about: 'it does not ask this key to sign' });
  return {
    facts: { solana: { tx: await factsOf(message) } },
    async sign({ ed25519 }, secretKey) {
      const signature = await ed25519.sign(signed, secretKey);
      return writeSolanaTransaction(signatures.with(place, signature), signed);
    },
  };
}

/** How an account of a look-up table stands in facts: the table alone knows its key. */
const ofTable = 'ADDRESS_TABLE_LOOKUP';

async function factsOf(message: SolanaMessage): Promise<SolanaTransactionFacts> {
  const { keys, blockhash, instructions, lookups } = message;
  const loaded = loadedOf(message);
  const named: NamedInstruction[] = await inSlices(instructions, ({ program, accounts, data }) => ({
    program,
    accounts: accounts.map((index) => keys[index] ?? ofTable),
    data,
  }));
  return {
    account_keys: keys,
    program_keys: [...new Set(instructions.map(({ program }) => program))],
    instructions: await inSlices(instructions, (instruction) => ({
      program_key: instruction.program,
      accounts: instruction.accounts.map((index) => accountFacts(message, index)),
      instruction_data_hex: toHex(instruction.data),
      address_table_lookups: lookupsOf(message, loaded, instruction),
    })),
    transfers: (await inSlices(named, transfers)).flat(),
    recent_blockhash: blockhash,
    spl_transfers: (await inSlices(named, splTransfers)).flat(),
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

/** Where an account comes from that a table loads. `table`: its place among the look-ups. */
type Loaded = { readonly table: number; readonly of: 'writable' | 'readonly'; readonly index: number };

/** What an instruction can name of the tables: an account is a byte. First come what may be written of all, then what may not. */
function loadedOf({ lookups }: SolanaMessage): readonly Loaded[] {
  const of = (kind: Loaded['of']) =>
    lookups.flatMap((lookup, table) => lookup[kind].map((index) => ({ table, of: kind, index })));
  return [...of('writable'), ...of('readonly')].slice(0, 256);
}

/** Of each table what this instruction names. */
function lookupsOf(
  { keys, lookups }: SolanaMessage,
  loaded: readonly Loaded[],
  { accounts }: SolanaInstruction,
): LookupFacts[] {
  const named = [...new Set(accounts)]
    .sort((one, other) => one - other)
    .flatMap((account) => loaded[account - keys.length] ?? []);
  const tables = [...new Set(named.map(({ table }) => table))].sort((one, other) => one - other);
  return tables.map((place) => {
    const of = (kind: Loaded['of']) =>
      named.filter((each) => each.table === place && each.of === kind).map(({ index }) => index);
    return lookupFacts(lookups[place]?.table ?? ofTable, of('writable'), of('readonly'));
  });
}
