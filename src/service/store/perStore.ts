import type { Kysely } from 'kysely';
import type { Tables } from './schema.js';

/** One value per open store, created on first use and dropped with the store: two services share nothing. */
export function perStore<Kept>(make: (db: Kysely<Tables>) => Kept): (db: Kysely<Tables>) => Kept {
  // The adapter is what all transactions of a store share.
  const all = new WeakMap<object, Kept>();
  return (db) => {
    const { adapter } = db.getExecutor();
    const kept = all.get(adapter) ?? make(db);
    all.set(adapter, kept);
    return kept;
  };
}
