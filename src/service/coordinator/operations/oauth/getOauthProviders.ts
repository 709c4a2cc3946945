import type { getOauthProviders } from '../../../../contract/oauth.queries.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { credentialsOf, credentialsOfAll } from '../../records/credentials.js';
import { isProvider, writeOauthProvider } from '../../records/oauth.js';
import { findUser } from '../../records/users.js';

/** Of one user, or of all. */
export const answerGetOauthProviders: AnswerQuery<typeof getOauthProviders> = async (
  { organizationId, userId },
  { db },
) => {
  if (userId === undefined) {
    const held = await credentialsOfAll(db, organizationId);
    return { oauthProviders: held.filter(isProvider).map(writeOauthProvider) };
  }
  const user = await findUser(db, organizationId, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  return { oauthProviders: (await credentialsOf(db, user)).filter(isProvider).map(writeOauthProvider) };
};
