import type { deleteUserTags } from '../../../../contract/userTags.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkTags, retag } from '../../records/tags.js';

/** Takes them from all who have them. */
export const deleteUserTagsHandler: ActivityHandler<typeof deleteUserTags> = {
  async execute({ parameters: { userTagIds } }, { transaction, organization, nowMs }) {
    const organizationId = organization.organization_id;
    const tagIds = await checkTags(transaction, organizationId, userTagIds);
    const userIds = await retag(transaction, { organizationId, tagIds, add: [], remove: 'everyone', nowMs });
    await transaction
      .deleteFrom('user_tags')
      .where('organization_id', '=', organizationId)
      .where('user_tag_id', 'in', tagIds)
      .execute();
    return done({ userTagIds: tagIds, userIds });
  },
};
