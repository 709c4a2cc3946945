import type { deletePrivateKeyTags } from '../../../../contract/privateKeys.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkTags } from '../../records/privateKeys.js';

/** Removes tags from all that have them. */
export const deletePrivateKeyTagsHandler: ActivityHandler<typeof deletePrivateKeyTags> = {
  async execute({ parameters: { privateKeyTagIds } }, { transaction, organization: { organization_id } }) {
    await checkTags(transaction, organization_id, privateKeyTagIds);
    const tagged = await transaction
      .deleteFrom('tagged_private_keys')
      .where('organization_id', '=', organization_id)
      .where('tag_id', 'in', privateKeyTagIds)
      .returning('private_key_id')
      .execute();
    await transaction
      .deleteFrom('private_key_tags')
      .where('organization_id', '=', organization_id)
      .where('tag_id', 'in', privateKeyTagIds)
      .execute();
    const privateKeyIds = [...new Set(tagged.map(({ private_key_id }) => private_key_id))].sort();
    return done({ privateKeyTagIds, privateKeyIds });
  },
};
