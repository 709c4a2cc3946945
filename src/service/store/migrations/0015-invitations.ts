import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Who is invited to an organization. */
export function invitations(kind: StoreKind): Migration {
  const { text, bigint, strict } = dialects[kind];
  const statements = [
    sql`create table invitations (
      organization_id ${text} not null,
      invitation_id ${text} not null,
      receiver_user_name ${text} not null,
      receiver_user_email ${text} not null,
      receiver_tag_ids ${text} not null,
      access_type ${text} not null,
      sender_user_id ${text} not null,
      status ${text} not null,
      accepted_user_id ${text},
      expires_at_ms ${bigint} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, invitation_id)
    ) ${strict}`,
    sql`create index invitations_by_status on invitations (organization_id, status, expires_at_ms)`,
    sql`create index invitations_by_email on invitations (organization_id, receiver_user_email, status)`,
    sql`create index invitations_by_expiry on invitations (expires_at_ms)`,
  ];
  // As for the first tables: few organizations, each with much.
  const fewEach = sql`alter table invitations alter column organization_id set (n_distinct = 10)`;
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
      if (kind === 'postgres') await fewEach.execute(db);
    },
  };
}
