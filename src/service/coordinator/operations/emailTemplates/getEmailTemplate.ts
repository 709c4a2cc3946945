import type { getEmailTemplate } from '../../../../contract/emailTemplates.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { templateBy, writeTemplate } from '../../records/emailTemplates.js';

export const answerGetEmailTemplate: AnswerQuery<typeof getEmailTemplate> = async (
  { organizationId, emailTemplateId },
  { db },
) => ({ emailTemplate: writeTemplate(await templateBy(db, organizationId, emailTemplateId)) });
