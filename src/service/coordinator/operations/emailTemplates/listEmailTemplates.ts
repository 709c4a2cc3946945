import type { listEmailTemplates } from '../../../../contract/emailTemplates.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { templateHeadsOf, writeSummary } from '../../records/emailTemplates.js';

export const answerListEmailTemplates: AnswerQuery<typeof listEmailTemplates> = async ({ organizationId }, { db }) => ({
  emailTemplates: (await templateHeadsOf(db, organizationId)).map(writeSummary),
});
