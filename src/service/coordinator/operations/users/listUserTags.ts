import type { listUserTags } from '../../../../contract/users.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { userTagsOf, writeUserTag } from '../../records/tags.js';

export const answerListUserTags: AnswerQuery<typeof listUserTags> = async ({ organizationId }, { db }) => ({
  userTags: (await userTagsOf(db, organizationId)).map(writeUserTag),
});
