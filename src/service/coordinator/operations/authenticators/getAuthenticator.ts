import type { getAuthenticator } from '../../../../contract/authenticators.queries.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { isPasskey, writeAuthenticator } from '../../records/authenticators.js';

/** One passkey of the organization. */
export const answerGetAuthenticator: AnswerQuery<typeof getAuthenticator> = async (
  { organizationId, authenticatorId },
  { db },
) => {
  const credential = await db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('credential_id', '=', authenticatorId)
    .executeTakeFirst();
  if (!credential || !isPasskey(credential)) throw refused('AUTHENTICATOR_NOT_FOUND');
  return { authenticator: writeAuthenticator(credential) };
};
