import { columnsOf } from '../store/columnsOf.js';
import type { Row } from '../store/schema.js';
import { type SealedColumnOfTable, sealedColumns, sealedPlace } from '../store/sealedColumns.js';
import { beforeAll, nextSealed, onePerKey, type SealedRow } from '../store/sealedRows.js';
import type { Store } from '../store/store.js';
import { proxyKeyColumn } from '../store/tables/authProxy.js';
import { keyIdOf, type SealContext } from '../vault/seal.js';

/** Something that was sealed under a master key, to try a given one on. */
export type SealedSample = {
  readonly keyId: string;
  readonly context: SealContext;
  readonly sealed: SealedRow['sealed'];
  /** Its place, for an operator. */
  readonly place: string;
};

/** The keys that a database was written with, as far as it records them. */
export type KeysInUse =
  /** The table of check values names them all. */
  | { readonly kind: 'by name'; readonly checkValues: readonly Row<'check_values'>[] }
  /** A version without check values wrote it: only its rows show the keys, and nothing permanent shows the pepper. */
  | {
      readonly kind: 'by rows';
      /** One for each master key. */
      readonly sealed: readonly SealedSample[];
      /** One sealed API key of the proxy. */
      readonly sealedProxyKey: { readonly configId: string; readonly sealed: SealedRow['sealed'] } | undefined;
    };

/** Reads it from a database of any version, or an empty one, and changes nothing. */
export async function readKeysInUse(store: Store): Promise<KeysInUse> {
  const isThere = (await columnsOf(store, 'check_values')).length > 0;
  const checkValues = isThere ? await readCheckValues(store) : [];
  if (checkValues.length > 0) return { kind: 'by name', checkValues };
  const samples = await Promise.all(Object.values(sealedColumns).map((column) => samplesOf(store, column)));
  // The trust keys come first: they were created with the organization, with the right key.
  const ofEachKey = new Map(
    samples
      .flat()
      .reverse()
      .map((sample) => [sample.keyId, sample]),
  );
  return { kind: 'by rows', sealed: [...ofEachKey.values()], sealedProxyKey: await sampleProxyKey(store) };
}

/** A row for each key in use. */
export function readCheckValues({ read }: Pick<Store, 'read'>): Promise<Row<'check_values'>[]> {
  return read((db) => db.selectFrom('check_values').selectAll().execute());
}

async function samplesOf(store: Store, column: SealedColumnOfTable): Promise<readonly SealedSample[]> {
  if (!(await columnsOf(store, column.table)).includes(column.column)) return [];
  const rows = await onePerKey(store, column);
  return rows.flatMap(({ organizationId, id, sealed }) => {
    const keyId = keyIdOf(sealed);
    const place = `${column.table}.${column.column}, ${organizationId}/${id}`;
    return keyId === undefined ? [] : { keyId, context: sealedPlace(column, organizationId, id), sealed, place };
  });
}

async function sampleProxyKey(store: Store) {
  if ((await columnsOf(store, proxyKeyColumn.table)).length === 0) return undefined;
  const [row] = await nextSealed(store, proxyKeyColumn, beforeAll, 1);
  return row && { configId: row.id, sealed: row.sealed };
}
