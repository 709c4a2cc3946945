import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** A configuration of the auth proxy knows which features its organization has removed. */
export function featuresOfProxy(kind: StoreKind): Migration {
  const { text } = dialects[kind];
  const statements = [
    sql`alter table auth_proxy_configs add column features ${text} not null default '{}'`,
    sql`update auth_proxy_configs set features = coalesce((
      select organizations.features from organizations
      where organizations.organization_id = auth_proxy_configs.organization_id
    ), '{}')`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
