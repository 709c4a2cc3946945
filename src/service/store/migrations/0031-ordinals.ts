import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/**
 * Wallets and accounts have a place among those of their organization, which no clock decides. Those that are there keep the order that
 * they were listed in, that of their ids.
 */
export function ordinals(kind: StoreKind): Migration {
  const { integer } = dialects[kind];
  const numbered = (table: string, id: string) => [
    sql`alter table ${sql.table(table)} add column ordinal ${integer} not null default 0`,
    sql`update ${sql.table(table)} set ordinal = numbered.place
      from (
        select organization_id as organization, ${sql.ref(id)} as id,
          row_number() over (partition by organization_id order by ${sql.ref(id)}) as place
        from ${sql.table(table)}
      ) as numbered
      where organization_id = numbered.organization and ${sql.ref(id)} = numbered.id`,
    sql`create unique index ${sql.table(`${table}_by_ordinal`)} on ${sql.table(table)} (organization_id, ordinal)`,
  ];
  const statements = [
    ...numbered('wallets', 'wallet_id'),
    ...numbered('wallet_accounts', 'wallet_account_id'),
    sql`drop index wallet_accounts_by_wallet`,
    sql`create index wallet_accounts_by_wallet on wallet_accounts (organization_id, wallet_id, ordinal)`,
    // Of the keys at one address the first signs.
    sql`drop index wallet_accounts_by_address`,
    sql`create index wallet_accounts_by_address on wallet_accounts (organization_id, address, ordinal)`,
    sql`drop index private_key_addresses_by_address`,
    sql`create index private_key_addresses_by_address on private_key_addresses (organization_id, address, private_key_id)`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
