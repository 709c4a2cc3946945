import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** The table of check values: which keys of each secret are in use. */
export function checkValues(kind: StoreKind): Migration {
  const { text, bigint, bytes, strict } = dialects[kind];
  const table = sql`create table check_values (
    secret ${text} not null,
    key_id ${text} not null,
    value ${bytes} not null,
    used_at_ms ${bigint} not null,
    primary key (secret, key_id)
  ) ${strict}`;
  return {
    async up(db) {
      await table.execute(db);
    },
  };
}
