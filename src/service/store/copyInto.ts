import { peer } from '../peer.js';
import type { Store } from './store.js';

/**
 * Writes an SQLite database as it is at one moment into a new file, while others read and write it.
 *
 * @see https://sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause
 */
export async function copyInto({ read }: Pick<Store, 'read'>, path: string): Promise<void> {
  const { sql } = await peer('kysely', () => import('kysely'));
  await read((db) => sql`vacuum into ${path}`.execute(db));
}
