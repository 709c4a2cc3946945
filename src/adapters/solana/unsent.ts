import type { Client } from '../../client/createClient.js';
import { withLock } from '../../sessions/locks.js';
import { type DeviceRecord, deviceRecordsOf } from '../deviceRecord.js';

/** A signed transaction of which no node has said yet that it has it. */
export type UnsentSolanaTransaction = {
  /** Its first signature, in base58. */
  readonly id: string;
  /** In base64. */
  readonly signed: string;
  readonly options: SolanaSendOptions;
  /** When it was signed: then its blockhash was good. */
  readonly atMs?: number | undefined;
};

/** How a node is to take a transaction. @see Solana RPC, sendTransaction */
export type SolanaSendOptions = {
  readonly preflightCommitment?: Commitment | undefined;
  readonly skipPreflight?: boolean | undefined;
  readonly maxRetries?: number | undefined;
  readonly minContextSlot?: number | undefined;
};

/** How sure it is that a transaction stays. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Opens a record of Solana's. */
export const solanaRecord = deviceRecordsOf('solana');

/** What is signed and not sent yet, on a chain, by an account. One list for all tabs. */
export function unsentOf(client: Client, chain: string, address: string) {
  const name = `${chain}.${address}`;
  const record: DeviceRecord<readonly UnsentSolanaTransaction[]> = solanaRecord(client, name, isUnsent);
  const read = () => record.read() ?? [];
  /** All tabs take turns: none overwrites what another one has just written. */
  const change = (to: (list: readonly UnsentSolanaTransaction[]) => readonly UnsentSolanaTransaction[]) =>
    withLock(`solana.${name}`, async () => {
      const list = to(read());
      record.write(list.length > 0 ? list : undefined);
    });
  return {
    read,
    keep: (made: UnsentSolanaTransaction) => change((list) => [...list, made]),
    forget: ({ id }: UnsentSolanaTransaction) => change((list) => list.filter((each) => each.id !== id)),
  };
}

function isUnsent(value: unknown): value is readonly UnsentSolanaTransaction[] {
  return Array.isArray(value) && value.every(isOne);
}

function isOne(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { id, signed, options } = value as Partial<UnsentSolanaTransaction>;
  return typeof id === 'string' && typeof signed === 'string' && typeof options === 'object' && options !== null;
}
