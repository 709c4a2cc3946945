import type { updateUserName } from '../../../../contract/users.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { changeUser, checkUserName, findMember } from '../../records/users.js';

export const updateUserNameHandler: ActivityHandler<typeof updateUserName> = {
  async execute({ parameters: { userId, userName } }, { transaction, organization, nowMs }) {
    const user = await findMember(transaction, organization.organization_id, userId);
    await checkUserName(transaction, organization.organization_id, userName, userId);
    await changeUser(transaction, user, { user_name: userName }, nowMs);
    return done({ userId });
  },
};
