import type { Row } from './schema.js';
import type { Store } from './store.js';

/** The parent organizations of a database. */
export function parentOrganizations({
  read,
}: Pick<Store, 'read'>): Promise<Pick<Row<'organizations'>, 'organization_id' | 'name'>[]> {
  return read((db) =>
    db.selectFrom('organizations').select(['organization_id', 'name']).where('parent_id', 'is', null).execute(),
  );
}
