import { refused } from '../../../../contract/refusals.js';
import type { listUserTags } from '../../../../contract/users.queries.js';
import type { createUserTag, deleteUserTags, updateUserTag } from '../../../../contract/userTags.js';
import type { ActivityHandler, AnswerQuery } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { addUserTag, checkTags, retag, userTagsOf, writeUserTag } from '../../records/tags.js';

const createUserTagHandler: ActivityHandler<typeof createUserTag> = {
  async execute({ parameters: { userTagName, userIds } }, { tools, transaction, organization, nowMs }) {
    const userTagId = await addUserTag(tools, transaction, organization, { userTagName, nowMs });
    const organizationId = organization.organization_id;
    await retag(transaction, { organizationId, tagIds: [userTagId], add: userIds, remove: [], nowMs });
    return done({ userTagId, userIds: [...new Set(userIds)] });
  },
};

const updateUserTagHandler: ActivityHandler<typeof updateUserTag> = {
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

/** Takes them from all who have them. */
const deleteUserTagsHandler: ActivityHandler<typeof deleteUserTags> = {
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

const answerListUserTags: AnswerQuery<typeof listUserTags> = async ({ organizationId }, { db }) => ({
  userTags: (await userTagsOf(db, organizationId)).map(writeUserTag),
});

export const userTagsHandlers = {
  createUserTag: createUserTagHandler,
  updateUserTag: updateUserTagHandler,
  deleteUserTags: deleteUserTagsHandler,
};

export const userTagsAnswers = {
  listUserTags: answerListUserTags,
};
