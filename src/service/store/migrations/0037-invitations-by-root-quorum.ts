import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../store.js';
import { dialects } from './dialects.js';

/** Whether the root quorum made an invitation: of those there are, it is not known. */
export function invitationsByRootQuorum(kind: StoreKind): Migration {
  const { integer } = dialects[kind];
  const column = sql`alter table invitations add column by_root_quorum ${integer} not null default 0`;
  return {
    async up(db) {
      await column.execute(db);
    },
  };
}
