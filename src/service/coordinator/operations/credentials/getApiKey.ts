import type { getApiKey } from '../../../../contract/credentials.queries.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { isKey, writeApiKey } from '../../records/credentials.js';

/** A foreign and an absent key are both not found. */
export const answerGetApiKey: AnswerQuery<typeof getApiKey> = async ({ organizationId, apiKeyId }, { db }) => {
  const credential = await db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('credential_id', '=', apiKeyId)
    .executeTakeFirst();
  if (!credential || !isKey(credential)) throw refused('API_KEY_NOT_FOUND');
  return { apiKey: writeApiKey(credential) };
};
