import type { whoami } from '../../../../contract/users.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';

/** The caller's own organization, also where a parent's user asks in a sub-organization. */
export const answerWhoami: AnswerQuery<typeof whoami> = async (_request, { db, organization, caller }) => {
  const { organization_id, user_id, user_name } = caller.user;
  const { name } = caller.fromParent
    ? await db
        .selectFrom('organizations')
        .select('name')
        .where('organization_id', '=', organization_id)
        .executeTakeFirstOrThrow()
    : organization;
  return { organizationId: organization_id, organizationName: name, userId: user_id, username: user_name };
};
