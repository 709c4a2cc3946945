import { sql } from 'kysely';
import type { Store } from '../../../src/service/store/store.js';

/** What each column holds, as `table.column`, in the words of `declaredColumns`. */
export async function columnsIn({ db }: Store): Promise<Record<string, string>> {
  const tables = await db.introspection.getTables();
  const columns = tables.flatMap(({ name: table, columns }) =>
    columns.map(({ name, dataType, isNullable }) => {
      const kind = kindOf[dataType.toLowerCase()] ?? dataType;
      return [`${table}.${name}`, isNullable ? `${kind} or null` : kind];
    }),
  );
  return Object.fromEntries(columns);
}

/** The types of columns that `dialects` names, as the databases call them. */
const kindOf: Readonly<Record<string, string>> = {
  blob: 'bytes',
  bytea: 'bytes',
  integer: 'number',
  int4: 'number',
  int8: 'number',
  text: 'text',
};

/** `unique (a, b)` or `index (a, b)` for each index of each table, sorted. */
export async function indexesIn(store: Store): Promise<Record<string, string[]>> {
  const names = (await store.db.introspection.getTables()).map(({ name }) => name).sort();
  const found: Record<string, string[]> = {};
  for (const name of names) found[name] = await indexesOf(store, name);
  return found;
}

async function indexesOf({ db, kind }: Store, table: string): Promise<string[]> {
  const question = {
    sqlite: sql<IndexColumn>`select l.name as of_index, l."unique" as is_unique, i.name as column_name
      from pragma_index_list(${table}) l, pragma_index_info(l.name) i order by l.name, i.seqno`,
    postgres: sql<IndexColumn>`select x.indexrelid::text as of_index, x.indisunique::int as is_unique, a.attname as column_name
      from pg_index x, unnest(x.indkey) with ordinality as k (number, place), pg_attribute a
      where x.indrelid = ${table}::regclass and a.attrelid = x.indrelid and a.attnum = k.number
      order by x.indexrelid, k.place`,
  };
  const { rows } = await question[kind].execute(db);
  const indexes = new Map<string, { unique: number; columns: string[] }>();
  for (const { of_index, is_unique, column_name } of rows) {
    const index = indexes.get(of_index) ?? { unique: is_unique, columns: [] };
    indexes.set(of_index, index);
    index.columns.push(column_name);
  }
  return [...indexes.values()]
    .map(({ unique, columns }) => `${unique ? 'unique' : 'index'} (${columns.join(', ')})`)
    .sort();
}

type IndexColumn = { of_index: string; is_unique: number; column_name: string };
