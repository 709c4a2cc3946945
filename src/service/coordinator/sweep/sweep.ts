import { expiringTables } from '../../store/expiringTables.js';
import type { Store } from '../../store/store.js';
import type { Tools } from '../../tools.js';
import { endAllAbandoned } from '../engine/effects.js';
import { deleteRowsLeft } from '../records/deletedRows.js';
import { deleteUnnamedBootProofs } from '../records/proofs.js';
import { deleteExpiredActivities } from './retention.js';

const everyMs = 60_000;
/** Rows that one statement deletes, so that none holds up others for long; and those of the last one's millisecond. */
const batch = 1000;
/** Statements for each table in one sweep: 333 rows a second, where there are so many. */
const mostBatches = 20;

/**
 * Creates the sweep that deletes expired data, at most once a minute: sealed answers, messages, codes, tokens, wrong attempts, contents of
 * the auth proxy's activities, texts that policies no longer have, Boot Proofs that no App Proof names, and remaining rows of large deleted
 * organizations. Expired rows never count even if they are still there, so that no transaction depends on the sweep. Effects of ended processes are concluded as failed.
 */
export function createSweep(tools: Tools): () => Promise<void> {
  const { store, clock } = tools;
  let lastMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = clock();
    const sinceMs = nowMs - lastMs;
    if (sinceMs >= 0 && sinceMs < everyMs) return; // before the last one, the clock was set back: do not wait for it
    lastMs = nowMs;
    for (const { table, keptMs } of expiringTables) await clear(store, table, nowMs - keptMs);
    await deleteExpiredActivities(tools);
    await endAllAbandoned(tools);
    await deleteUnnamedBootProofs(store, nowMs);
    await deleteRowsLeft(store);
  };
}

type ExpiringTable = (typeof expiringTables)[number]['table'];

async function clear({ read, change }: Store, table: ExpiringTable, expiredMs: number): Promise<void> {
  for (let batches = 0; batches < mostBatches; batches += 1) {
    const last = await read((db) =>
      db
        .selectFrom(table)
        .select('expires_at_ms')
        .where('expires_at_ms', '<=', expiredMs)
        .orderBy('expires_at_ms')
        .offset(batch - 1)
        .limit(1)
        .executeTakeFirst(),
    );
    const untilMs = last?.expires_at_ms ?? expiredMs;
    await change((db) => db.deleteFrom(table).where('expires_at_ms', '<=', untilMs).execute());
    if (last === undefined) return;
  }
}
