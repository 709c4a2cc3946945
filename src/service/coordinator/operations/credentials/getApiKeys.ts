import type { getApiKeys } from '../../../../contract/credentials.queries.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { credentialsOf, credentialsOfAll, isKey, writeApiKey } from '../../records/credentials.js';
import { findUser } from '../../records/users.js';

/** Of one user, or of all. */
export const answerGetApiKeys: AnswerQuery<typeof getApiKeys> = async ({ organizationId, userId }, { db }) => {
  if (userId === undefined) {
    return { apiKeys: (await credentialsOfAll(db, organizationId)).filter(isKey).map(writeApiKey) };
  }
  const user = await findUser(db, organizationId, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  return { apiKeys: (await credentialsOf(db, user)).filter(isKey).map(writeApiKey) };
};
