import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** A configuration has room for the secret key that its captchas are verified by. */
export function captcha(kind: StoreKind): Migration {
  const { bytes } = dialects[kind];
  return {
    async up(db) {
      await sql`alter table auth_proxy_configs add column sealed_turnstile_secret ${bytes}`.execute(db);
    },
  };
}
