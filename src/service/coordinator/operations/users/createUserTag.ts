import type { createUserTag } from '../../../../contract/userTags.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { addUserTag, retag } from '../../records/tags.js';

export const createUserTagHandler: ActivityHandler<typeof createUserTag> = {
  async execute({ parameters: { userTagName, userIds } }, { tools, transaction, organization, nowMs }) {
    const userTagId = await addUserTag(tools, transaction, organization, { userTagName, nowMs });
    const organizationId = organization.organization_id;
    await retag(transaction, { organizationId, tagIds: [userTagId], add: userIds, remove: [], nowMs });
    return done({ userTagId, userIds: [...new Set(userIds)] });
  },
};
