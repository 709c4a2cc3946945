import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';
import { largeOrganizations } from './largeOrganizations.js';

/** The tables of `schema.ts` and `globalTables.ts`. */
export function firstTables(kind: StoreKind): Migration {
  const { text, integer, bigint, bytes, strict } = dialects[kind];
  const statements = [
    sql`create table organizations (
      organization_id ${text} not null,
      parent_id ${text},
      name ${text} not null,
      root_quorum_threshold ${integer} not null,
      asker ${text},
      created_at_ms ${bigint} not null,
      primary key (organization_id)
    ) ${strict}`,
    sql`create index organizations_by_parent on organizations (parent_id, organization_id)`,
    sql`create index organizations_by_name on organizations (parent_id, name, organization_id)`,
    sql`create index organizations_by_asker on organizations (parent_id, asker, created_at_ms) where asker is not null`,

    sql`create table auth_proxy_configs (
      config_id ${text} not null,
      organization_id ${text} not null,
      enabled ${integer} not null,
      proxy_user_id ${text} not null,
      proxy_public_key ${text} not null,
      sealed_proxy_key ${bytes} not null,
      verification_public_key ${text} not null,
      settings ${text} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (config_id),
      unique (organization_id)
    ) ${strict}`,

    sql`create table contacts (
      parent_id ${text} not null,
      kind ${text} not null,
      contact ${text} not null,
      organization_id ${text} not null,
      user_id ${text} not null,
      through_proxy ${integer} not null,
      primary key (parent_id, kind, contact, organization_id, user_id)
    ) ${strict}`,
    sql`create unique index contacts_through_proxy on contacts (parent_id, kind, contact) where through_proxy = 1`,

    sql`create table credentials (
      parent_id ${text} not null,
      public_key ${text} not null,
      organization_id ${text} not null,
      user_id ${text} not null,
      primary key (parent_id, public_key, organization_id)
    ) ${strict}`,

    sql`create table users (
      organization_id ${text} not null,
      user_id ${text} not null,
      parent_id ${text},
      user_name ${text} not null,
      email ${text},
      email_verified ${integer} not null,
      phone_number ${text},
      phone_verified ${integer} not null,
      is_root ${integer} not null,
      is_proxy ${integer} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, user_id),
      unique (organization_id, user_name)
    ) ${strict}`,
    sql`create index users_by_name on users (parent_id, user_name, organization_id) where parent_id is not null`,
    sql`create index users_by_email on users (parent_id, email, organization_id) where email is not null`,
    sql`create index users_by_phone on users (parent_id, phone_number, organization_id) where phone_number is not null`,

    sql`create table api_keys (
      organization_id ${text} not null,
      api_key_id ${text} not null,
      user_id ${text} not null,
      api_key_name ${text} not null,
      public_key ${text} not null,
      credential_type ${text} not null,
      curve_type ${text} not null,
      expiration_seconds ${bigint},
      expires_at_ms ${bigint},
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, api_key_id),
      unique (organization_id, public_key)
    ) ${strict}`,
    sql`create index api_keys_by_user on api_keys (organization_id, user_id)`,

    sql`create table wallets (
      organization_id ${text} not null,
      wallet_id ${text} not null,
      wallet_name ${text} not null,
      sealed_seed ${bytes} not null,
      mnemonic_length ${integer} not null,
      exported ${integer} not null,
      imported ${integer} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, wallet_id),
      unique (organization_id, wallet_name)
    ) ${strict}`,

    sql`create table wallet_accounts (
      organization_id ${text} not null,
      wallet_account_id ${text} not null,
      wallet_id ${text} not null,
      curve ${text} not null,
      path_format ${text} not null,
      path ${text} not null,
      address_format ${text} not null,
      address ${text} not null,
      public_key ${text} not null,
      sealed_key ${bytes} not null,
      name ${text},
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, wallet_account_id),
      unique (organization_id, wallet_id, path, curve, address_format)
    ) ${strict}`,
    sql`create index wallet_accounts_by_wallet on wallet_accounts (organization_id, wallet_id, wallet_account_id)`,
    sql`create index wallet_accounts_by_address on wallet_accounts (organization_id, address)`,
    sql`create unique index wallet_accounts_by_name on wallet_accounts (organization_id, name) where name is not null`,

    sql`create table activities (
      organization_id ${text} not null,
      activity_id ${text} not null,
      fingerprint ${text} not null,
      type ${text} not null,
      kind ${text} not null,
      status ${text} not null,
      submitted_by ${text} not null,
      intent ${text} not null,
      result ${text} not null,
      failure ${text},
      sole_vote ${text},
      timestamp_ms ${bigint} not null,
      window_opened_at_ms ${bigint} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, activity_id),
      unique (organization_id, fingerprint)
    ) ${strict}`,
    sql`create index activities_by_type on activities (organization_id, type, status, activity_id)`,

    sql`create table votes (
      organization_id ${text} not null,
      activity_id ${text} not null,
      user_id ${text} not null,
      vote_id ${text} not null,
      user_record ${text} not null,
      selection ${text} not null,
      message ${text} not null,
      public_key ${text} not null,
      signature ${text} not null,
      scheme ${text} not null,
      created_at_ms ${bigint} not null,
      primary key (organization_id, activity_id, user_id)
    ) ${strict}`,

    sql`create table sealed_answers (
      organization_id ${text} not null,
      activity_id ${text} not null,
      sealed_result ${bytes},
      sealed_parameters ${bytes},
      expires_at_ms ${bigint},
      primary key (organization_id, activity_id)
    ) ${strict}`,
    sql`create index sealed_answers_by_expiry on sealed_answers (expires_at_ms)`,
    sql`create table otp_codes (
      organization_id ${text} not null,
      otp_id ${text} not null,
      otp_type ${text} not null,
      contact ${text} not null,
      salt ${text} not null,
      code_hash ${text} not null,
      length ${integer} not null,
      alphanumeric ${integer} not null,
      asker ${text} not null,
      tries ${integer} not null,
      expires_at_ms ${bigint} not null,
      retired ${integer} not null,
      verified_token_id ${text},
      verified_public_key ${text},
      sealed_token ${bytes},
      created_at_ms ${bigint} not null,
      primary key (organization_id, otp_id)
    ) ${strict}`,
    sql`create index otp_codes_by_contact on otp_codes (organization_id, contact, created_at_ms)`,
    sql`create index otp_codes_by_asker on otp_codes (organization_id, asker, created_at_ms)`,
    sql`create index otp_codes_by_expiry on otp_codes (expires_at_ms)`,

    sql`create table contact_failures (
      organization_id ${text} not null,
      otp_type ${text} not null,
      contact ${text} not null,
      wrong_count ${integer} not null,
      last_wrong_at_ms ${bigint} not null,
      primary key (organization_id, otp_type, contact)
    ) ${strict}`,

    sql`create table verification_tokens (
      organization_id ${text} not null,
      token_id ${text} not null,
      otp_type ${text} not null,
      contact ${text} not null,
      public_key ${text},
      expires_at_ms ${bigint} not null,
      signed_up_organization_id ${text},
      signed_up_answer ${text},
      login_public_key ${text},
      login_organization_id ${text},
      sealed_session ${bytes},
      ended_at_ms ${bigint},
      created_at_ms ${bigint} not null,
      primary key (organization_id, token_id)
    ) ${strict}`,
    sql`create index verification_tokens_by_expiry on verification_tokens (expires_at_ms)`,

    sql`create table outbox (
      organization_id ${text} not null,
      message_id ${text} not null,
      sealed_message ${bytes} not null,
      due_at_ms ${bigint} not null,
      expires_at_ms ${bigint} not null,
      tries ${integer} not null,
      leased_until_ms ${bigint} not null,
      created_at_ms ${bigint} not null,
      primary key (organization_id, message_id)
    ) ${strict}`,
    sql`create index outbox_by_due on outbox (due_at_ms)`,
    sql`create table trust_keys (
      organization_id ${text} not null,
      purpose ${text} not null,
      public_key ${text} not null,
      sealed_key ${bytes} not null,
      primary key (organization_id, purpose)
    ) ${strict}`,
  ];
  const all = kind === 'postgres' ? [...statements, ...largeOrganizations()] : statements;
  return {
    async up(db) {
      for (const statement of all) await statement.execute(db);
    },
  };
}
