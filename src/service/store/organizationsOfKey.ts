import type { Store } from './store.js';

/** The parent organizations that know an API key. */
export async function organizationsOfKey({ read }: Pick<Store, 'read'>, publicKey: string): Promise<string[]> {
  const rows = await read((db) =>
    db
      .selectFrom('api_keys')
      .innerJoin('organizations', 'organizations.organization_id', 'api_keys.organization_id')
      .select('organizations.organization_id')
      .where('organizations.parent_id', 'is', null)
      .where('api_keys.public_key', '=', publicKey)
      .execute(),
  );
  return rows.map(({ organization_id }) => organization_id);
}
