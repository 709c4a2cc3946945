import type { Store } from './store.js';

/** The parent organizations that know an API key. */
export async function organizationsOfKey({ read }: Pick<Store, 'read'>, publicKey: string): Promise<string[]> {
  const rows = await read((db) =>
    db
      .selectFrom('credentials')
      .innerJoin('organizations', 'organizations.organization_id', 'credentials.organization_id')
      .select('organizations.organization_id')
      .where('organizations.parent_id', 'is', null)
      .where('credentials.lookup_key', '=', publicKey)
      .execute(),
  );
  return rows.map(({ organization_id }) => organization_id);
}
