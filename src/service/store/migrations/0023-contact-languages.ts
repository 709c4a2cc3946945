import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** A verified contact knows in which language its code was asked for, by way of the code and its token. */
export function contactLanguages(kind: StoreKind): Migration {
  const { text } = dialects[kind];
  return {
    async up(db) {
      for (const table of ['otp_codes', 'verification_tokens', 'contacts'])
        await sql`alter table ${sql.table(table)} add column language ${text}`.execute(db);
    },
  };
}
