import type { deleteEmailTemplate } from '../../../../contract/emailTemplates.js';
import { refused } from '../../../../contract/refusals.js';
import { settingsOf } from '../../../configuration/authProxyConfigs.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { isNamedBy } from '../../messageTemplates/configuredTemplates.js';
import { templateBy } from '../../records/emailTemplates.js';

/** One that the configuration names stays: every login's mail would change unsaid, or fail. */
export const deleteEmailTemplateHandler: ActivityHandler<typeof deleteEmailTemplate> = {
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
