import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Credentials have room for what is kept of a passkey. */
export function passkeys(kind: StoreKind): Migration {
  const { text, bigint } = dialects[kind];
  return {
    async up(db) {
      await sql`alter table credentials add column passkey ${text}`.execute(db);
      await sql`alter table credentials add column sign_count ${bigint}`.execute(db);
    },
  };
}
