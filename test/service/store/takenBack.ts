import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../src/service/store/schema.js';

/** What each of the newest migrations did to tables and indexes, undone. */
const undone: Readonly<Record<string, readonly string[]>> = {
  '0029': ['drop table policy_revisions'],
  '0030': ['drop index activities_by_not_completed'],
  '0031': [
    'drop index wallet_accounts_by_wallet',
    'drop index wallet_accounts_by_address',
    'drop index private_key_addresses_by_address',
    'drop index wallet_accounts_by_ordinal',
    'drop index wallets_by_ordinal',
    'alter table wallet_accounts drop column ordinal',
    'alter table wallets drop column ordinal',
    'create index wallet_accounts_by_wallet on wallet_accounts (organization_id, wallet_id, wallet_account_id)',
    'create index wallet_accounts_by_address on wallet_accounts (organization_id, address)',
    'create index private_key_addresses_by_address on private_key_addresses (organization_id, address)',
  ],
  '0033': ['alter table activities drop column belongs_to', 'alter table votes drop column belongs_to'],
  '0034': [],
  '0035': [],
  '0037': ['alter table invitations drop column by_root_quorum'],
  '0038': [
    'drop index wallet_accounts_by_address',
    'create index wallet_accounts_by_address on wallet_accounts (organization_id, address, ordinal)',
  ],
  '0039': [
    'drop table app_proofs',
    'drop table boot_proofs',
    'drop table attestation_roots',
    'alter table activities drop column proofs_in',
  ],
  '0041': ['drop table login_refusals', 'drop index users_by_user'],
  '0042': ['drop table policy_cases'],
  '0043': ['drop table policy_texts', 'alter table policy_revisions drop column policy_times'],
  '0044': ['drop table sent_messages', 'alter table outbox drop column listed_in'],
  '0045': [
    'alter table organizations drop column suspended_at_ms',
    'alter table organizations drop column suspension_reason',
    'alter table organizations drop column suspending_until_ms',
  ],
  '0046': ['drop table statistics'],
  '0047': ['alter table auth_proxy_configs drop column member_revisions'],
  '0048': ['alter table email_templates drop column member_revisions'],
  '0049': ['drop index policy_texts_by_expiry', 'alter table policy_texts drop column expires_at_ms'],
};

/** Takes a database of this version back to before a migration, named by its number: `0031`. */
export async function takenBack(db: Kysely<Tables>, migration: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(db);
  for (const { name } of rows) {
    const number = name.slice(0, 4);
    if (number < migration) break;
    const statements = undone[number];
    if (!statements) throw new Error(`nothing is known that undoes ${name}: add it here`);
    for (const statement of statements) await sql.raw(statement).execute(db);
    await sql`delete from kysely_migration where name = ${name}`.execute(db);
  }
}
