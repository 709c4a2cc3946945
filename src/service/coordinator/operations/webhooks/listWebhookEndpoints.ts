import type { listWebhookEndpoints } from '../../../../contract/webhooks.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { endpointsOf, writeEndpoint } from '../../records/webhooks.js';

export const answerListWebhookEndpoints: AnswerQuery<typeof listWebhookEndpoints> = async (
  { organizationId },
  { db },
) => ({
  webhookEndpoints: (await endpointsOf(db, organizationId)).map(writeEndpoint),
});
