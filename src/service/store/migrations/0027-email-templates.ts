import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** What an organization has its mails say. */
export function emailTemplates(kind: StoreKind): Migration {
  const { text, bigint, strict } = dialects[kind];
  const statements = [
    sql`create table email_templates (
      organization_id ${text} not null,
      template_id ${text} not null,
      name ${text} not null,
      kind ${text} not null,
      variables ${text} not null,
      languages ${text} not null,
      texts ${text} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, template_id),
      unique (organization_id, name)
    ) ${strict}`,
  ];
  // PostgreSQL's planner is told that there are few organizations, each with much. @see largeOrganizations.ts
  const few = sql.raw('alter table email_templates alter column organization_id set (n_distinct = 10)');
  const all = kind === 'postgres' ? [...statements, few] : statements;
  return {
    async up(db) {
      for (const statement of all) await statement.execute(db);
    },
  };
}
