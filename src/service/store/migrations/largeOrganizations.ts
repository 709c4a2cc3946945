import { type RawBuilder, sql } from 'kysely';

/**
 * Sets PostgreSQL's statistics to few organizations with many rows each. By its own count nearly all have a handful of rows, and plans for
 * those read all rows of a large one instead of using an index.
 *
 * @see PostgreSQL, ALTER TABLE, n_distinct
 */
export function largeOrganizations(): RawBuilder<unknown>[] {
  const byOrganization = ['users', 'api_keys', 'wallets', 'wallet_accounts', 'activities', 'votes', 'sealed_answers'];
  const ofParents = ['otp_codes', 'contact_failures', 'verification_tokens', 'outbox'];
  const byParent = ['organizations', 'contacts', 'credentials', 'users'];
  const few = (table: string, column: string) =>
    sql.raw(`alter table ${table} alter column ${column} set (n_distinct = 10)`);
  return [
    ...[...byOrganization, ...ofParents].map((table) => few(table, 'organization_id')),
    ...byParent.map((table) => few(table, 'parent_id')),
  ];
}
