import type { updateEmailTemplate } from '../../../../contract/emailTemplates.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsOf } from '../../../configuration/authProxyConfigs.js';
import { ChangedMeanwhile } from '../../../store/changedMeanwhile.js';
import type { Row } from '../../../store/schema.js';
import type { ActivityHandler, ParametersOf } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { faultOfConfigured, givenTo } from '../../messageTemplates/configuredTemplates.js';
import {
  checkTemplate,
  columnsOfTexts,
  frameOf,
  templateBy,
  templateHeadsOf,
  textsOf,
} from '../../records/emailTemplates.js';

/** What was looked at before the transaction. `given`: by the configuration, if it names the template. */
type Checked = Columns & { readonly given: string | undefined };

/**
 * What it becomes is looked at whole: a place may be left without its variable, or a variable taken away. It is read before the
 * transaction: a large one takes longer than a millisecond.
 */
export const updateEmailTemplateHandler: ActivityHandler<typeof updateEmailTemplate, Checked> = {
  async prepare({ parameters, organization: { organization_id } }, { read, tools }) {
    const template = await read((db) => templateBy(db, organization_id, parameters.emailTemplateId));
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
      .set({ name, ...columns, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('template_id', '=', emailTemplateId)
      .execute();
    return done({ emailTemplateId });
  },
};

type Columns = Pick<Row<'email_templates'>, 'variables' | 'languages' | 'texts'>;

const columnsBy = ({ variables, texts }: ParametersOf<typeof updateEmailTemplate>, template: Columns): Columns => ({
  variables: variables === undefined ? template.variables : JSON.stringify(variables),
  ...(texts === undefined ? { languages: template.languages, texts: template.texts } : columnsOfTexts(texts)),
});
