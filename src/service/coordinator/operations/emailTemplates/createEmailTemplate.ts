import type { createEmailTemplate } from '../../../../contract/emailTemplates.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkTemplate, columnsOfTexts, templateHeadsOf } from '../../records/emailTemplates.js';

/** Templates that an organization may have. */
const mostTemplates = 50;

/** It is read before the transaction: a large one takes longer than a millisecond. */
export const createEmailTemplateHandler: ActivityHandler<typeof createEmailTemplate> = {
  async prepare({ parameters: { kind, variables = [], texts }, organization }) {
    if (organization.parent_id !== null) throw refused('EMAIL_TEMPLATES_NOT_HERE');
    await checkTemplate({ kind, variables }, texts);
    return undefined;
  },

  async execute({ parameters }, { tools, transaction, organization: { organization_id }, nowMs }) {
    const { name, kind, variables = [], texts } = parameters;
    const others = await templateHeadsOf(transaction, organization_id);
    if (others.some((other) => other.name === name)) throw refused('NAME_TAKEN', { about: 'e-mail template' });
    if (others.length >= mostTemplates) throw refused('LIMIT_REACHED', { about: 'e-mail templates' });
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
