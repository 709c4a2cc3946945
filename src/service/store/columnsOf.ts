import { peer } from '../peer.js';
import type { Store } from './store.js';

/** The columns that a table has in this database, whichever version made it; none where there is no such table. */
export async function columnsOf({ kind, read }: Pick<Store, 'kind' | 'read'>, table: string): Promise<string[]> {
  const { sql } = await peer('kysely', () => import('kysely'));
  const question = {
    sqlite: sql<{ name: string }>`select name from pragma_table_info(${table})`,
    postgres: sql<{ name: string }>`select attname::text as name from pg_attribute
      where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`,
  };
  const { rows } = await read((db) => question[kind].execute(db));
  return rows.map(({ name }) => name);
}
