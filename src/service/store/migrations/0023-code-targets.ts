import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Codes have room for the key that they are sealed to when they come back. */
export function codeTargets(kind: StoreKind): Migration {
  const { bytes } = dialects[kind];
  return {
    async up(db) {
      await sql`alter table otp_codes add column sealed_target ${bytes}`.execute(db);
    },
  };
}
