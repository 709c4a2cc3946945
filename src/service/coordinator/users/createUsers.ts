import { refused } from '../../../contract/refusals.js';
import type { createUsers } from '../../../contract/users.js';
import type { ActivityHandler, ParametersOf } from '../pipeline/execution.js';
import { addUser } from './addUser.js';
import { claimedContacts } from './contacts.js';
import { usersOf } from './records.js';
import { checkTags } from './tags.js';

/** Users that an organization may have, beside the auth proxy's own. @see Wire facts 9 */
const mostUsers = 100;

/** Adds them in the order given, all or none. */
export const createUsersHandler: ActivityHandler<typeof createUsers> = {
  async execute({ parameters: { users } }, execution) {
    const { tools, transaction, organization, caller, activityId, nowMs } = execution;
    refuseUnsupported(users);
    const present = await usersOf(transaction, organization.organization_id);
    const members = present.filter(({ is_proxy }) => is_proxy === 0);
    if (members.length + users.length > mostUsers) throw refused('LIMIT_REACHED', { about: `${mostUsers} users` });
    const names = [...present.map(({ user_name }) => user_name), ...users.map(({ userName }) => userName)];
    if (new Set(names).size < names.length) throw refused('NAME_TAKEN', { about: 'user name' });
    // Of a credential that is gone by the time others agreed, nobody knows that it was no session's.
    const loginId = caller.credential ? caller.credential.loginId : activityId;
    const entry = { isRoot: 0, isProxy: 0, keyProof: 'awaits a stamp', loginId, nowMs } as const;
    const userIds: string[] = [];
    for (const { userName, apiKeys, authenticators, userTags, ...contacts } of users) {
      const tagIds = await checkTags(transaction, organization.organization_id, userTags);
      const verified = { email: false, phoneNumber: false };
      const user = { userName, apiKeys, authenticators, tagIds, verified, ...claimedContacts(contacts) };
      userIds.push(await addUser(tools, transaction, organization, user, entry));
    }
    return { userIds };
  },
};

function refuseUnsupported(users: ParametersOf<typeof createUsers>['users']): void {
  for (const { oauthProviders } of users) {
    if (oauthProviders.length > 0) throw refused('NOT_YET_SUPPORTED', { about: 'oauthProviders' });
  }
}
