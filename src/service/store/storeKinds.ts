import type { Kysely } from 'kysely';
import type { StoreKind } from './columns.js';
import type { Tables } from './schema.js';

/** By what all transactions of a store share. */
const kinds = new WeakMap<object, StoreKind>();

export function noteKind(db: Kysely<Tables>, kind: StoreKind): void {
  kinds.set(db.getExecutor().adapter, kind);
}

/** The kind of an open store. */
export function storeKindOf(db: Kysely<Tables>): StoreKind {
  const kind = kinds.get(db.getExecutor().adapter);
  if (!kind) throw new Error('This is the database of no open store.');
  return kind;
}
