import { refused } from '../../../../contract/refusals.js';
import type { createUsers } from '../../../../contract/users.js';
import type { ProvedIdentity } from '../../../identity/provedIdentities.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { loginOfMaker } from '../../logins/loginOfMaker.js';
import { awaitKeys, boundToKeys } from '../../providers/boundProviders.js';
import { providersOfEach } from '../../providers/provedProviders.js';
import { claimedContacts } from '../../records/contacts.js';
import { addUser } from '../../records/newUser.js';
import { checkTags } from '../../records/tags.js';
import { usersOf } from '../../records/users.js';

/** Users that an organization may have, beside the auth proxy's own. @see docs/wire.md 9 */
const mostUsers = 100;

/** What their tokens prove: of each user. */
type Prepared = readonly (readonly ProvedIdentity[])[];

/** Adds them in the order given, all or none. */
export const createUsersHandler: ActivityHandler<typeof createUsers, Prepared> = {
  prepare: ({ parameters: { users }, ...by }, preparation) => providersOfEach(users, by, preparation),

  async checkEvidence({ parameters: { users }, ...by }, preparation) {
    const proved = await providersOfEach(users, by, preparation);
    await preparation.read(async (db) => {
      for (const [index, { apiKeys }] of users.entries())
        await boundToKeys(db, by.organization, apiKeys, proved[index] ?? []);
    });
  },

  async execute({ parameters: { users }, prepared }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    const present = await usersOf(transaction, organization.organization_id);
    const members = present.filter(({ is_proxy }) => is_proxy === 0);
    if (members.length + users.length > mostUsers) throw refused('LIMIT_REACHED', { about: `${mostUsers} users` });
    const names = [...present.map(({ user_name }) => user_name), ...users.map(({ userName }) => userName)];
    if (new Set(names).size < names.length) throw refused('NAME_TAKEN', { about: 'user name' });
    const loginId = loginOfMaker(execution);
    const entry = { isRoot: 0, isProxy: 0, keyProof: 'awaits a stamp', loginId, nowMs } as const;
    const userIds: string[] = [];
    for (const [index, { userName, apiKeys, authenticators, userTags, ...contacts }] of users.entries()) {
      const tagIds = await checkTags(transaction, organization.organization_id, userTags);
      const verified = { email: false, phoneNumber: false };
      const providers = await boundToKeys(transaction, organization, apiKeys, prepared[index] ?? []);
      const user = { userName, apiKeys, authenticators, providers, tagIds, verified, ...claimedContacts(contacts) };
      userIds.push(await addUser(tools, transaction, organization, user, entry));
      await awaitKeys(transaction, organization, providers);
    }
    return done({ userIds });
  },
};
