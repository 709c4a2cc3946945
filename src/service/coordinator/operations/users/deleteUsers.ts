import type { deleteUsers } from '../../../../contract/users.js';
import type { Row } from '../../../store/schema.js';
import type { ActivityHandler, Execution } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { withdrawOfUsers } from '../../engine/withdrawn.js';
import { removeContact, verifiedContactsOf } from '../../records/contacts.js';
import { credentialsOf, removeCredentials } from '../../records/credentials.js';
import { checkQuorumCanAct } from '../../records/organizations.js';
import { findMember } from '../../records/users.js';

/** All or none, with their credentials, contacts, votes and waiting activities. */
export const deleteUsersHandler: ActivityHandler<typeof deleteUsers> = {
  async execute({ parameters }, execution) {
    const { transaction, organization } = execution;
    const userIds = [...new Set(parameters.userIds)];
    const users = [];
    for (const userId of userIds) users.push(await findMember(transaction, organization.organization_id, userId));
    for (const user of users) await deleteUser(execution, user);
    await withdrawOfUsers(execution, userIds);
    if (users.some(({ is_root }) => is_root)) await checkQuorumCanAct(transaction, organization);
    return done({ userIds });
  },
};

async function deleteUser({ transaction, organization }: Execution, user: Row<'users'>): Promise<void> {
  const { organization_id: organizationId } = organization;
  await removeCredentials(transaction, organization, await credentialsOf(transaction, user));
  const holder = { organizationId, userId: user.user_id };
  for (const contact of verifiedContactsOf(user)) await removeContact(transaction, contact, holder);
  await transaction
    .deleteFrom('users')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', user.user_id)
    .execute();
}
