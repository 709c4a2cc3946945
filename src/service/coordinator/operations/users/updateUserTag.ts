import { refused } from '../../../../contract/refusals.js';
import type { updateUserTag } from '../../../../contract/userTags.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { retag, userTagsOf } from '../../records/tags.js';

export const updateUserTagHandler: ActivityHandler<typeof updateUserTag> = {
  async execute({ parameters }, { transaction, organization, nowMs }) {
    const { userTagId, newUserTagName, addUserIds: add, removeUserIds: remove } = parameters;
    const organizationId = organization.organization_id;
    const tags = await userTagsOf(transaction, organizationId);
    const tag = tags.find(({ user_tag_id }) => user_tag_id === userTagId);
    if (!tag) throw refused('TAG_NOT_FOUND');
    const userTagName = newUserTagName ?? tag.user_tag_name;
    if (tags.some((other) => other !== tag && other.user_tag_name === userTagName)) {
      throw refused('NAME_TAKEN', { about: 'tag name' });
    }
    await transaction
      .updateTable('user_tags')
      .set({ user_tag_name: userTagName, updated_at_ms: nowMs })
      .where('organization_id', '=', organizationId)
      .where('user_tag_id', '=', userTagId)
      .execute();
    await retag(transaction, { organizationId, tagIds: [userTagId], add, remove, nowMs });
    return done({ userTagId });
  },
};
