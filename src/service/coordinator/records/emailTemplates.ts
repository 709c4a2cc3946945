import type { Kysely } from 'kysely';
import type {
  EmailTemplate,
  EmailTemplateSummary,
  EmailTemplateText,
} from '../../../contract/emailTemplates.records.js';
import type { Language } from '../../../contract/language.js';
import { type FieldViolation, refused } from '../../../contract/refusals.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { inSlices } from '../../slices.js';
import type { Row, Tables } from '../../store/schema.js';
import { kindsOfTemplates } from '../../templates/kinds.js';
import { readTemplate, type TemplateFrame } from '../../templates/readTemplate.js';
import { revisionOf } from './revisions.js';

/** What a template says in one language, as it is kept. */
export type KeptText = Required<EmailTemplateText> & { readonly language: Language };

/** A template's row, without what it says. */
export type TemplateHead = Omit<Row<'email_templates'>, 'texts'>;

const headColumns = [
  'organization_id',
  'template_id',
  'name',
  'kind',
  'variables',
  'languages',
  'created_at_ms',
  'updated_at_ms',
  'member_revisions',
] as const satisfies (keyof TemplateHead)[];

/** The templates of an organization without what they say, oldest first: their ids are in the order of time. */
export const templateHeadsOf = (db: Kysely<Tables>, organizationId: string): Promise<TemplateHead[]> =>
  db
    .selectFrom('email_templates')
    .select(headColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('template_id')
    .execute();

/** A template by its id, or `undefined`. */
export const findTemplate = (
  db: Kysely<Tables>,
  organizationId: string,
  templateId: string,
): Promise<Row<'email_templates'> | undefined> =>
  db
    .selectFrom('email_templates')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();

/** @throws {RefusedError} EMAIL_TEMPLATE_NOT_FOUND */
export async function templateBy(...named: Parameters<typeof findTemplate>): Promise<Row<'email_templates'>> {
  const found = await findTemplate(...named);
  if (!found) throw refused('EMAIL_TEMPLATE_NOT_FOUND');
  return found;
}

export const frameOf = ({ kind, variables }: Pick<Row<'email_templates'>, 'kind' | 'variables'>): TemplateFrame => ({
  kind,
  variables: JSON.parse(variables) as string[],
});

export const textsOf = ({ texts }: Pick<Row<'email_templates'>, 'texts'>): readonly KeptText[] =>
  JSON.parse(texts) as KeptText[];

/** The columns of what a template says. */
export function columnsOfTexts(
  texts: readonly EmailTemplateText[],
): Pick<Row<'email_templates'>, 'languages' | 'texts'> {
  const kept = texts.map((each): KeptText => ({ ...each, language: each.language ?? 'en' }));
  return { languages: JSON.stringify(kept.map(({ language }) => language)), texts: JSON.stringify(kept) };
}

/** @throws {RefusedError} EMAIL_TEMPLATE_INVALID with each part at fault */
export async function checkTemplate(frame: TemplateFrame, texts: readonly EmailTemplateText[]): Promise<void> {
  const given: readonly string[] = kindsOfTemplates[frame.kind].gives;
  const taken = frame.variables.find((name) => given.includes(name));
  const ofNames =
    taken === undefined ? [] : [{ field: 'parameters.variables', description: `${taken} is given by the service` }];
  const ofTexts = await inSlices(texts, (written, index): FieldViolation[] => {
    const read = readTemplate(written, frame);
    if ('read' in read) return [];
    return read.faults.map(({ part, message }) => ({
      field: `parameters.texts.${index}.${part}`,
      description: message,
    }));
  });
  const fieldViolations = [...ofNames, ...ofTexts.flat()];
  const [first] = fieldViolations;
  if (first)
    throw refused('EMAIL_TEMPLATE_INVALID', { about: `${first.field}, ${first.description}`, fieldViolations });
}

/** A template as lists have it. */
export const writeSummary = (row: TemplateHead): EmailTemplateSummary => ({
  ...membersOf(row),
  languages: JSON.parse(row.languages) as string[],
});

/** A template as the wire has it. */
export const writeTemplate = (row: Row<'email_templates'>): EmailTemplate => ({
  ...membersOf(row),
  revision: revisionOf(row),
  texts: textsOf(row).map((each) => ({ ...each })),
});

const membersOf = (row: TemplateHead) => ({
  organizationId: row.organization_id,
  emailTemplateId: row.template_id,
  name: row.name,
  kind: row.kind,
  variables: [...frameOf(row).variables],
  createdAt: timestampOf(row.created_at_ms),
  updatedAt: timestampOf(row.updated_at_ms),
});
