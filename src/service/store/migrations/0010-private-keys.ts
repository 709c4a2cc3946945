import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Private keys that belong to no wallet, with their addresses and tags; and the interfaces of smart contracts. */
export function privateKeys(kind: StoreKind): Migration {
  const { text, integer, bigint, bytes, strict } = dialects[kind];
  const statements = [
    sql`create table private_keys (
      organization_id ${text} not null,
      private_key_id ${text} not null,
      private_key_name ${text} not null,
      curve ${text} not null,
      public_key ${text} not null,
      sealed_key ${bytes} not null,
      exported ${integer} not null,
      imported ${integer} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, private_key_id),
      unique (organization_id, private_key_name)
    ) ${strict}`,

    sql`create table private_key_addresses (
      organization_id ${text} not null,
      private_key_id ${text} not null,
      address_format ${text} not null,
      address ${text} not null,
      primary key (organization_id, private_key_id, address_format)
    ) ${strict}`,
    sql`create index private_key_addresses_by_address on private_key_addresses (organization_id, address)`,

    sql`create table private_key_tags (
      organization_id ${text} not null,
      tag_id ${text} not null,
      tag_name ${text} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, tag_id),
      unique (organization_id, tag_name)
    ) ${strict}`,

    sql`create table tagged_private_keys (
      organization_id ${text} not null,
      private_key_id ${text} not null,
      tag_id ${text} not null,
      primary key (organization_id, private_key_id, tag_id)
    ) ${strict}`,
    sql`create index tagged_private_keys_by_tag on tagged_private_keys (organization_id, tag_id)`,

    sql`create table smart_contract_interfaces (
      organization_id ${text} not null,
      interface_id ${text} not null,
      address ${text} not null,
      interface ${text} not null,
      type ${text} not null,
      label ${text} not null,
      notes ${text} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, interface_id),
      unique (organization_id, label),
      unique (organization_id, type, address)
    ) ${strict}`,
  ];
  // PostgreSQL's planner is told that there are few organizations, each with much. @see largeOrganizations.ts
  const few = [
    'private_keys',
    'private_key_addresses',
    'private_key_tags',
    'tagged_private_keys',
    'smart_contract_interfaces',
  ].map((table) => sql.raw(`alter table ${table} alter column organization_id set (n_distinct = 10)`));
  const all = kind === 'postgres' ? [...statements, ...few] : statements;
  return {
    async up(db) {
      for (const statement of all) await statement.execute(db);
    },
  };
}
