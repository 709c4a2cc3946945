import { columnsOf } from './columnsOf.js';
import type { Store } from './store.js';

/** Whether a database of any version has a parent organization. */
export async function hasParent(store: Pick<Store, 'kind' | 'read'>): Promise<boolean> {
  if ((await columnsOf(store, 'organizations')).length === 0) return false;
  const parent = await store.read((db) =>
    db.selectFrom('organizations').select('organization_id').where('parent_id', 'is', null).limit(1).executeTakeFirst(),
  );
  return parent !== undefined;
}
