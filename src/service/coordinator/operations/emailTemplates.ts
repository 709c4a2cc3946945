import type {
  createEmailTemplate,
  deleteEmailTemplate,
  updateEmailTemplate,
} from '../../../contract/emailTemplates.js';
import type { getEmailTemplate, listEmailTemplates } from '../../../contract/emailTemplates.queries.js';
import { refused } from '../../../contract/refusals.js';
import { settingsOf } from '../../configuration/authProxyConfigs.js';
import { limits } from '../../limits/limits.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import type { Row } from '../../store/schema.js';
import type { ActivityHandler, AnswerQuery, ParametersOf } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import { faultOfConfigured, givenTo, isNamedBy } from '../messageTemplates/configuredTemplates.js';
import {
  checkTemplate,
  columnsOfTexts,
  frameOf,
  templateBy,
  templateHeadsOf,
  textsOf,
  writeSummary,
  writeTemplate,
} from '../records/emailTemplates.js';
import { changedSince, refusedAsChanged, withRevisions } from '../records/revisions.js';

/** It is read before the transaction: a large one takes longer than a millisecond. */
const createEmailTemplateHandler: ActivityHandler<typeof createEmailTemplate> = {
  async prepare({ parameters: { kind, variables = [], texts }, organization }) {
    if (organization.parent_id !== null) throw refused('EMAIL_TEMPLATES_NOT_HERE');
    await checkTemplate({ kind, variables }, texts);
    return undefined;
  },

  async execute({ parameters }, { tools, transaction, organization: { organization_id }, nowMs }) {
    const { name, kind, variables = [], texts } = parameters;
    const others = await templateHeadsOf(transaction, organization_id);
    if (others.some((other) => other.name === name)) throw refused('NAME_TAKEN', { about: 'e-mail template' });
    if (others.length >= limits.emailTemplates.most) throw refused('LIMIT_REACHED', { about: 'e-mail templates' });
    const emailTemplateId = tools.newTimedId(nowMs);
    await transaction
      .insertInto('email_templates')
      .values({
        organization_id,
        template_id: emailTemplateId,
        name,
        kind,
        variables: JSON.stringify(variables),
        ...columnsOfTexts(texts),
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      })
      .execute();
    return done({ emailTemplateId });
  },
};

/** What was looked at before the transaction. `given`: by the configuration, if it names the template. */
type Checked = Columns & { readonly given: string | undefined };

/**
 * What it becomes is looked at whole: a place may be left without its variable, or a variable taken away. It is read before the
 * transaction: a large one takes longer than a millisecond.
 */
const updateEmailTemplateHandler: ActivityHandler<typeof updateEmailTemplate, Checked> = {
  async checkEvidence({ parameters, organization: { organization_id } }, { read }) {
    checkUnchanged(await read((db) => templateBy(db, organization_id, parameters.emailTemplateId)), parameters);
  },

  async prepare({ parameters, organization: { organization_id } }, { read, tools }) {
    const template = await read((db) => templateBy(db, organization_id, parameters.emailTemplateId));
    checkUnchanged(template, parameters);
    const columns = columnsBy(parameters, template);
    const changed = { ...template, ...columns };
    if (parameters.variables ?? parameters.texts) await checkTemplate(frameOf(changed), textsOf(changed));
    const settings = await read((db) => settingsOf(db, organization_id));
    const given = givenTo(template.template_id, settings);
    const fault = given !== undefined && faultOfConfigured(tools.store.db, changed, given);
    if (fault) throw refused('EMAIL_TEMPLATE_UNFIT', { about: fault });
    return { ...columns, given };
  },

  async execute({ parameters, prepared }, { transaction, organization: { organization_id }, nowMs }) {
    const { emailTemplateId } = parameters;
    const template = await templateBy(transaction, organization_id, emailTemplateId);
    checkUnchanged(template, parameters);
    const { name = template.name } = parameters;
    const others = await templateHeadsOf(transaction, organization_id);
    if (others.some((other) => other.name === name && other.template_id !== emailTemplateId))
      throw refused('NAME_TAKEN', { about: 'e-mail template' });
    const columns = columnsBy(parameters, template);
    const given = givenTo(emailTemplateId, await settingsOf(transaction, organization_id));
    if (columns.variables !== prepared.variables || columns.texts !== prepared.texts || given !== prepared.given)
      throw new ChangedMeanwhile('The template has changed.');
    await transaction
      .updateTable('email_templates')
      .set({ name, ...columns, ...withRevisions(template, changedNames(template, { name, ...columns }), nowMs) })
      .where('organization_id', '=', organization_id)
      .where('template_id', '=', emailTemplateId)
      .execute();
    return done({ emailTemplateId });
  },
};

/** @throws {RefusedError} EMAIL_TEMPLATE_CHANGED */
function checkUnchanged(template: Row<'email_templates'>, parameters: ParametersOf<typeof updateEmailTemplate>): void {
  const { expectedRevision, emailTemplateId: _, ...given } = parameters;
  const names = changedSince(template, Object.keys(given), expectedRevision);
  if (names.length > 0)
    throw refusedAsChanged('EMAIL_TEMPLATE_CHANGED', template, { ...writeTemplate(template) }, names);
}

const changedNames = (before: Named, after: Named) =>
  (['name', 'variables', 'texts'] as const).filter((column) => before[column] !== after[column]);

type Named = Pick<Row<'email_templates'>, 'name' | 'variables' | 'texts'>;
type Columns = Pick<Row<'email_templates'>, 'variables' | 'languages' | 'texts'>;

const columnsBy = ({ variables, texts }: ParametersOf<typeof updateEmailTemplate>, template: Columns): Columns => ({
  variables: variables === undefined ? template.variables : JSON.stringify(variables),
  ...(texts === undefined ? { languages: template.languages, texts: template.texts } : columnsOfTexts(texts)),
});

/** One that the configuration names stays: every login's mail would change unsaid, or fail. */
const deleteEmailTemplateHandler: ActivityHandler<typeof deleteEmailTemplate> = {
  async execute({ parameters: { emailTemplateId } }, { transaction, organization: { organization_id } }) {
    await templateBy(transaction, organization_id, emailTemplateId);
    const settings = await settingsOf(transaction, organization_id);
    if (settings && isNamedBy(settings, emailTemplateId)) throw refused('EMAIL_TEMPLATE_IN_USE');
    await transaction
      .deleteFrom('email_templates')
      .where('organization_id', '=', organization_id)
      .where('template_id', '=', emailTemplateId)
      .execute();
    return done({ emailTemplateId });
  },
};

const answerGetEmailTemplate: AnswerQuery<typeof getEmailTemplate> = async (
  { organizationId, emailTemplateId },
  { db },
) => ({ emailTemplate: writeTemplate(await templateBy(db, organizationId, emailTemplateId)) });

const answerListEmailTemplates: AnswerQuery<typeof listEmailTemplates> = async ({ organizationId }, { db }) => ({
  emailTemplates: (await templateHeadsOf(db, organizationId)).map(writeSummary),
});

export const emailTemplatesHandlers = {
  createEmailTemplate: createEmailTemplateHandler,
  updateEmailTemplate: updateEmailTemplateHandler,
  deleteEmailTemplate: deleteEmailTemplateHandler,
};

export const emailTemplatesAnswers = {
  getEmailTemplate: answerGetEmailTemplate,
  listEmailTemplates: answerListEmailTemplates,
};
