import type { listUsers } from '../../../../contract/users.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { credentialsOfAll } from '../../records/credentials.js';
import { usersOf, writeUser } from '../../records/users.js';

export const answerListUsers: AnswerQuery<typeof listUsers> = async ({ organizationId }, { db }) => {
  const credentials = await credentialsOfAll(db, organizationId);
  const users = await usersOf(db, organizationId);
  return {
    users: users.map((user) =>
      writeUser(
        user,
        credentials.filter(({ user_id }) => user_id === user.user_id),
      ),
    ),
  };
};
