import type { getAuthenticators } from '../../../../contract/authenticators.queries.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { isPasskey, writeAuthenticator } from '../../records/authenticators.js';
import { credentialsOf } from '../../records/credentials.js';
import { findUser } from '../../records/users.js';

/** A user's passkeys, oldest first. */
export const answerGetAuthenticators: AnswerQuery<typeof getAuthenticators> = async (
  { organizationId, userId },
  { db },
) => {
  const user = await findUser(db, organizationId, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  return { authenticators: (await credentialsOf(db, user)).filter(isPasskey).map(writeAuthenticator) };
};
