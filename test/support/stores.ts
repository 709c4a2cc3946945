import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openLibsql } from '../../src/service/store/openLibsql.js';
import { openPostgres } from '../../src/service/store/openPostgres.js';
import { openSqlJs } from '../../src/service/store/openSqlJs.js';
import type { Store } from '../../src/service/store/store.js';
import { makeTables } from '../../src/testing/makeTables.js';
import { openEmptied } from './emptied.js';
import { freshDatabase } from './postgres.js';

/** Opens the same database each time. */
type Opener = () => Promise<Store>;

/** Empty databases outside of the process, which several stores can open at the same time. */
export const sharedDatabases: { name: string; fresh(): Promise<Opener> }[] = [
  {
    name: 'libsql in a file',
    async fresh() {
      const path = join(inject('folderOfRun'), `${randomUUID()}.db`);
      return () => openLibsql(path);
    },
  },
];
if (inject('postgresUrl')) {
  sharedDatabases.push({
    name: 'PostgreSQL',
    async fresh() {
      const url = await freshDatabase();
      return () => openPostgres(url);
    },
  });
}

/** Every kind of store that is available, without tables. */
export const emptyStores: { name: string; open(): Promise<Store> }[] = [
  { name: 'libsql in memory', open: () => openLibsql(':memory:') },
  { name: 'sql.js', open: () => openSqlJs() },
  ...sharedDatabases.map(({ name, fresh }) => ({ name, open: async () => (await fresh())() })),
];

/** Every kind of store, with empty tables, for `describe.each(stores)`. Each call opens a new one: close it. */
export const stores: { name: string; open(): Promise<Store> }[] = emptyStores.map(({ name, open }) => ({
  name,
  async open() {
    if (name === 'PostgreSQL') return openEmptied();
    const store = await open();
    await makeTables(store);
    return store;
  },
}));

/** One store for SQLite and one for PostgreSQL, for `describe.each(databases)`. */
export const databases = stores.filter(({ name }) => name === 'libsql in memory' || name === 'PostgreSQL');
