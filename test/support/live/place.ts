import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { openPostgres } from '../../../src/service/store/openPostgres.js';
import type { Store } from '../../../src/service/store/store.js';
import type { Cluster } from './cluster.js';
import type { Variables } from './serve.js';

/** The database of a service under test. */
export type Place = {
  readonly name: string;
  /** The environment variables that name it. */
  readonly variables: Variables;
  /** Opens the database, also while the service runs. */
  readonly openStore: () => Promise<Store>;
  /** The database server, which can be killed. SQLite has none. */
  readonly server?: Pick<Cluster, 'kill' | 'start'>;
  readonly remove: () => void;
};

/** An SQLite file in a folder of its own. */
export function sqlitePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-crash-'));
  return {
    name: 'SQLite file',
    variables: { LATCHKEY_DATA: folder },
    openStore: () => openLibsql(join(folder, 'latchkey.db')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A new database on a server of the check. */
export async function postgresPlace(cluster: Cluster): Promise<Place> {
  const url = await cluster.freshDatabase();
  return {
    name: 'PostgreSQL',
    variables: { DATABASE_URL: url },
    openStore: () => openPostgres(url, { poolSize: 2 }),
    server: cluster,
    remove: () => {},
  };
}
