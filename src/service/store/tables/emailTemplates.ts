import type { Generated } from 'kysely';
import type { EmailTemplateKind } from '../../../contract/emailTemplates.records.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface EmailTemplatesTables {
  email_templates: EmailTemplatesTable;
}

export const emailTemplatesMigrations: Migrations = {
  /** When each member of a template was changed last. */
  '0048-email-template-revisions':
    ({ sql, types: { text } }) =>
    async (db) => {
      await sql`alter table email_templates add column member_revisions ${text} not null default '{}'`.execute(db);
    },
};

interface EmailTemplatesTable {
  organization_id: string;
  template_id: string;
  name: string;
  kind: EmailTemplateKind;
  /** JSON: names. */
  variables: string;
  /** JSON: the languages of the texts, in their order. */
  languages: string;
  /** JSON: what it says in each language. */
  texts: string;
  created_at_ms: number;
  /** Later with each change, so that it is its revision. */
  updated_at_ms: number;
  /** JSON: of each member that was changed, the revision of its last change; none from before such were kept. */
  member_revisions: Generated<string>;
}
