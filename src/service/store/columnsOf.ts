import { peer } from '../peer.js';
import type { Store } from './store.js';

/** The columns of a table in a database of any version; none if the table is absent. */
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
