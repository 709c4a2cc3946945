import { type Bytes, concat } from '../../src/crypto/bytes.js';

/** `header`: the number of signers, of read-only signers, and of read-only accounts that do not sign. */
export type MessageParts = {
  readonly header?: readonly number[];
  readonly keys: readonly Bytes[];
  readonly instructions?: readonly { program: number; accounts: readonly number[]; data: Bytes }[];
  readonly lookups?: readonly { table: Bytes; writable: readonly number[]; readonly: readonly number[] }[];
};

/** A message in Solana's documented format: of version 0 if it has look-up tables, else a legacy one. */
export function solanaMessage({ header = [1, 0, 1], keys, instructions = [], lookups }: MessageParts): Bytes {
  const list = (items: readonly Bytes[]) => concat(Uint8Array.of(items.length), ...items);
  const bytes = (indexes: readonly number[]) => Uint8Array.of(indexes.length, ...indexes);
  const parts = [
    Uint8Array.of(...header),
    list(keys),
    new Uint8Array(32).fill(9),
    list(
      instructions.map(({ program, accounts, data }) =>
        concat(Uint8Array.of(program), bytes(accounts), Uint8Array.of(data.length), data),
      ),
    ),
  ];
  if (!lookups) return concat(...parts);
  const tables = lookups.map(({ table, writable, readonly }) => concat(table, bytes(writable), bytes(readonly)));
  return concat(Uint8Array.of(0x80), ...parts, list(tables));
}
