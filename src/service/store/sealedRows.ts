import type { RawBuilder } from 'kysely';
import type { Bytes } from '../../crypto/bytes.js';
import { peer } from '../peer.js';
import type { SealedColumnOfTable } from './sealedColumns.js';
import type { Store } from './store.js';

/** Where a column stands; its table's key is the organization and `id`. */
export type ColumnPlace = Pick<SealedColumnOfTable, 'table' | 'column' | 'id'>;

/** One value of a sealed column. */
export type SealedRow = { readonly organizationId: string; readonly id: string; readonly sealed: Bytes };

/** What stands before the first row. */
export const beforeAll: Omit<SealedRow, 'sealed'> = { organizationId: '', id: '' };

/** The next rows of a sealed column after a row of it, in the order of the table's key. */
export async function nextSealed(
  store: Pick<Store, 'read'>,
  place: ColumnPlace,
  after: Omit<SealedRow, 'sealed'>,
  most: number,
): Promise<readonly SealedRow[]> {
  return rowsAfter(store, place, after, most, (sql, sealed) => sql`${sealed} is not null`);
}

/** The next rows that do not begin with `header`, which is that of the master key to be left out. */
export async function nextSealedOtherwise(
  store: Pick<Store, 'read'>,
  place: ColumnPlace,
  header: Bytes,
  after: Omit<SealedRow, 'sealed'>,
  most: number,
): Promise<readonly SealedRow[]> {
  return rowsAfter(
    store,
    place,
    after,
    most,
    (sql, sealed) => sql`substr(${sealed}, 1, ${sql.lit(header.length)}) <> ${header}`,
  );
}

type Sql = typeof import('kysely').sql;

/** @param which - the rows that are meant, by the column. */
async function rowsAfter(
  { read }: Pick<Store, 'read'>,
  { table, column, id }: ColumnPlace,
  after: Omit<SealedRow, 'sealed'>,
  most: number,
  which: (sql: Sql, sealed: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<readonly SealedRow[]> {
  const { sql } = await kysely();
  const [key, sealed] = [sql.ref(id), sql.ref(column)];
  const question = sql<SealedRow>`select organization_id as "organizationId", ${key} as "id", ${sealed} as "sealed" from ${sql.table(table)}
    where (organization_id, ${key}) > (${after.organizationId}, ${after.id}) and ${which(sql, sealed)}
    order by organization_id, ${key} limit ${most}`;
  return (await read((db) => question.execute(db))).rows;
}

/** How many values of a column do not begin with `header`. */
export async function countSealedOtherwise(
  { read }: Pick<Store, 'read'>,
  { table, column }: ColumnPlace,
  header: Bytes,
): Promise<number> {
  const { sql } = await kysely();
  const question = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where substr(${sql.ref(column)}, 1, ${sql.lit(header.length)}) <> ${header}`;
  return (await read((db) => question.execute(db))).rows[0]?.count ?? 0;
}

/** Replaces a value that was read, unless it has changed since. */
export async function replaceSealed(
  { change }: Pick<Store, 'change'>,
  { table, column, id }: ColumnPlace,
  row: SealedRow,
  fresh: Bytes,
): Promise<void> {
  const { sql } = await kysely();
  const statement = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh}
    where organization_id = ${row.organizationId} and ${sql.ref(id)} = ${row.id} and ${sql.ref(column)} = ${row.sealed}`;
  await change((db) => statement.execute(db));
}

/** One row for each master key that the values of a column are sealed under. It reads the whole column. @see vault/seal.ts */
export async function onePerKey(
  { read }: Pick<Store, 'read'>,
  { table, column, id }: ColumnPlace,
): Promise<readonly SealedRow[]> {
  const { sql } = await kysely();
  const [key, sealed] = [sql.ref(id), sql.ref(column)];
  const beginnings = async (length: number, begin: Bytes) => {
    const question = sql<{ beginning: Bytes }>`select distinct substr(${sealed}, 1, ${sql.lit(length)}) as beginning
      from ${sql.table(table)} where substr(${sealed}, 1, ${sql.lit(begin.length)}) = ${begin}`;
    return (await read((db) => question.execute(db))).rows.map(({ beginning }) => beginning);
  };
  const found: SealedRow[] = [];
  for (const begin of await beginnings(2, Uint8Array.of(1))) {
    for (const header of await beginnings(2 + (begin[1] ?? 0), begin)) {
      const question = sql<SealedRow>`select organization_id as "organizationId", ${key} as "id", ${sealed} as "sealed" from ${sql.table(table)}
        where substr(${sealed}, 1, ${sql.lit(header.length)}) = ${header} limit 1`;
      found.push(...(await read((db) => question.execute(db))).rows);
    }
  }
  return found;
}

/** The text of these statements is put together at run time, since a column's name is one of its values. */
const kysely = () => peer('kysely', () => import('kysely'));
