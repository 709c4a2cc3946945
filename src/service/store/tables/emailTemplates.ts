import type { EmailTemplateKind } from '../../../contract/emailTemplates.records.js';

/** The tables of this area. */
export interface EmailTemplatesTables {
  email_templates: EmailTemplatesTable;
}

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
  updated_at_ms: number;
}
