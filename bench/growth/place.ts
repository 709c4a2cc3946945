import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openLibsql } from '../../src/service/store/openLibsql.js';
import { openPostgres } from '../../src/service/store/openPostgres.js';
import type { Store } from '../../src/service/store/store.js';
import { openCluster } from '../../test/support/live/cluster.js';

/** An empty database with the durability of a hosted one, and the disk space that it uses. */
export type Place = {
  readonly engine: string;
  readonly store: Store;
  /** Runs a function that writes much, without waiting for the disk at each commit. All is on the disk when the promise settles. */
  readonly inBulk: (write: () => Promise<void>) => Promise<void>;
  readonly diskBytes: () => Promise<number>;
  /** Deletes its files. */
  readonly remove: () => Promise<void>;
};

export const places: readonly (() => Promise<Place | undefined>)[] = [sqlitePlace, postgresPlace];

async function sqlitePlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-growth-'));
  const path = join(folder, 'latchkey.db');
  const store = await openLibsql(path);
  const run = (statement: string) => sql.raw(statement).execute(store.db);
  return {
    engine: 'SQLite',
    store,
    inBulk: async (write) => {
      await run('pragma synchronous = off');
      await write();
      await run('pragma wal_checkpoint(truncate)');
      await run('pragma synchronous = full');
    },
    diskBytes: async () => statSync(path).size,
    remove: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const bulkSettings = ['fsync = off', 'full_page_writes = off', 'autovacuum = off', "max_wal_size = '8GB'"];

/** `undefined` if the machine has no PostgreSQL. */
async function postgresPlace(): Promise<Place | undefined> {
  const cluster = await openCluster();
  if (cluster === undefined) return undefined;
  const store = await openPostgres(await cluster.freshDatabase());
  const run = (statement: string) => sql.raw(statement).execute(store.db);
  return {
    engine: 'PostgreSQL',
    store,
    inBulk: async (write) => {
      for (const setting of bulkSettings) await run(`alter system set ${setting}`);
      await run('select pg_reload_conf()');
      await write();
      await run('alter system reset all');
      await run('select pg_reload_conf()');
      await run('vacuum analyze');
      await run('checkpoint');
    },
    diskBytes: async () => {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
        store.db,
      );
      return rows[0]?.bytes ?? 0;
    },
    remove: async () => {
      await store.close();
      await cluster.remove();
    },
  };
}
