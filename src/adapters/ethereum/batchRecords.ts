import type { Client } from '../../client/createClient.js';
import { isObject } from '../../crypto/json.js';
import { deviceRecord } from './deviceRecord.js';
import type { Hex } from './transaction.js';
import { isAddress, isHex } from './values.js';

/** What this device knows of a batch. */
export type BatchRecord = {
  readonly id: Hex;
  readonly chainId: number;
  readonly address: Hex;
  /** When it was confirmed, in milliseconds since 1970. */
  readonly atMs: number;
  /** Of how many calls it is. */
  readonly calls: number;
  /** The hashes of the transactions that were signed, in the calls' order. */
  readonly hashes: readonly Hex[];
};

/** The batches of the last 24 hours, one list for all tabs. */
export type BatchRecords = {
  readonly find: (id: string) => BatchRecord | undefined;
  readonly add: (batch: BatchRecord) => void;
  /** Notes what was signed. */
  readonly sign: (id: string, hash: Hex) => void;
  /** Takes that back: no node took it. */
  readonly drop: (id: string, hash: Hex) => void;
};

export function batchRecords(client: Client): BatchRecords {
  const record = deviceRecord(client, 'batches', areBatches);
  const all = () => (record.read() ?? []).filter(isRecent);
  const find = (id: string) => all().find((batch) => batch.id === id);
  const change = (id: string, next: (hashes: readonly Hex[]) => readonly Hex[]) =>
    record.write(all().map((batch) => (batch.id === id ? { ...batch, hashes: next(batch.hashes) } : batch)));
  return {
    find,
    add(batch) {
      record.write([...all().slice(1 - mostKept), batch]);
    },
    sign: (id, hash) => change(id, (hashes) => [...hashes, hash]),
    drop: (id, hash) => change(id, (hashes) => hashes.filter((each) => each !== hash)),
  };
}

function areBatches(value: unknown): value is readonly BatchRecord[] {
  return Array.isArray(value) && value.every(isBatch);
}

function isBatch(value: unknown): boolean {
  if (!isObject(value) || !isHex(value.id) || !isAddress(value.address) || !Array.isArray(value.hashes)) return false;
  const areNumbers = [value.chainId, value.atMs, value.calls].every((each) => Number.isSafeInteger(each));
  return areNumbers && value.hashes.every(isHex);
}

const isRecent = ({ atMs }: BatchRecord): boolean => Math.abs(Date.now() - atMs) < keptMs;

const keptMs = 86_400_000;
/** A page that makes ids without end does not fill the storage. */
const mostKept = 100;
