import type { updateUser } from '../../../../contract/users.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkQuorumCanAct } from '../../records/organizations.js';
import { checkTags } from '../../records/tags.js';
import { changeUser, checkUserName, findMember } from '../../records/users.js';
import { changeContact } from './changeContact.js';

/** This permission does not verify contacts: a new one is unverified. */
export const updateUserHandler: ActivityHandler<typeof updateUser> = {
  async execute({ parameters }, execution) {
    const { transaction, organization, nowMs } = execution;
    const { userId, userName, userEmail, userPhoneNumber, userTagIds } = parameters;
    const user = await findMember(transaction, organization.organization_id, userId);
    if (userName !== undefined) await checkUserName(transaction, organization.organization_id, userName, userId);
    const tagIds = userTagIds && (await checkTags(transaction, organization.organization_id, userTagIds));
    const changed = {
      ...(userName !== undefined && { user_name: userName }),
      ...(tagIds && { tag_ids: JSON.stringify(tagIds) }),
    };
    await changeUser(transaction, user, changed, nowMs);
    const contacts = [
      ['EMAIL', userEmail],
      ['PHONE_NUMBER', userPhoneNumber],
    ] as const;
    for (const [kind, typed] of contacts)
      if (typed !== undefined) await changeContact(execution, user, { kind, typed, proof: 'claimed' });
    if (user.is_root) await checkQuorumCanAct(transaction, organization);
    return done({ userId });
  },
};
