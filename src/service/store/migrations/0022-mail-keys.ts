import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Codes are told apart by what they are for, and stand beside what else was sent to their contact, since that counts alike. */
export function mailKeys(kind: StoreKind): Migration {
  const { text } = dialects[kind];
  const statements = [
    sql`alter table otp_codes add column purpose ${text} not null default 'verification'`,
    sql`alter table otp_codes add column user_organization_id ${text}`,
    sql`alter table otp_codes add column user_id ${text}`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
