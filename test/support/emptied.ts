import { sql } from 'kysely';
import { openPostgres } from '../../src/service/store/openPostgres.js';
import type { Store } from '../../src/service/store/store.js';
import { migratedDatabase } from './postgres.js';

/** Databases of finished tests, with this version's tables. */
const free: { readonly url: string; readonly schema: string }[] = [];

/** A store on PostgreSQL with empty tables. It reuses the database of a finished test, which is faster than a new one. */
export async function openEmptied(): Promise<Store> {
  const used = free.pop();
  if (used === undefined) {
    const url = await migratedDatabase();
    const store = await openPostgres(url);
    return reusedAfterClose(store, { url, schema: await schemaOf(store) });
  }
  const store = await openPostgres(used.url);
  if ((await schemaOf(store)) !== used.schema) {
    await store.close();
    return openEmptied();
  }
  await sql.raw(empty).execute(store.db);
  return reusedAfterClose(store, used);
}

function reusedAfterClose(store: Store, database: (typeof free)[number]): Store {
  let isOpen = true;
  return {
    ...store,
    async close() {
      await store.close();
      if (isOpen) free.push(database);
      isOpen = false;
    },
  };
}

/** A hash of the tables, columns and constraints: a database whose schema a test changed is not reused. */
async function schemaOf({ db }: Store): Promise<string> {
  const { rows } = await sql<{ schema: string }>`
    select md5(string_agg(part, ',' order by part)) as schema from (
      select concat(relname, ' ', attnum, ' ', attname, ' ', atttypid, ' ', attnotnull, ' ', pg_get_expr(adbin, adrelid)) as part
      from pg_class join pg_attribute on attrelid = pg_class.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = current_schema()::regnamespace
      union all
      select concat(conrelid::regclass, ' ', conname, ' ', pg_get_constraintdef(oid))
      from pg_constraint where connamespace = current_schema()::regnamespace
    ) as all_parts`.execute(db);
  return rows[0]?.schema ?? '';
}

/** Truncates the tables. After a delete, new rows would reuse the space of dead ones, and be read in another order than in a new table. */
const empty = `do $$
declare
  name text;
  is_filled boolean;
begin
  for name in select quote_ident(tablename) from pg_tables where schemaname = current_schema() and tablename not like 'kysely%' loop
    execute 'select exists (select from ' || name || ')' into is_filled;
    if is_filled then execute 'truncate ' || name; end if;
  end loop;
end $$`;
