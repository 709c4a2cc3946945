import type { listPrivateKeyTags } from '../../../../contract/privateKeys.queries.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import type { AnswerQuery } from '../../engine/handler.js';

/** Oldest first: ids are in the order of time. */
export const answerListPrivateKeyTags: AnswerQuery<typeof listPrivateKeyTags> = async ({ organizationId }, { db }) => {
  const tags = await db
    .selectFrom('private_key_tags')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('tag_id')
    .execute();
  const privateKeyTags = tags.map((tag) => ({
    tagId: tag.tag_id,
    tagName: tag.tag_name,
    tagType: 'TAG_TYPE_PRIVATE_KEY',
    createdAt: timestampOf(tag.created_at_ms),
    updatedAt: timestampOf(tag.updated_at_ms),
  }));
  return { privateKeyTags };
};
