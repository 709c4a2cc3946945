import type { updatePrivateKeyTag } from '../../../../contract/privateKeys.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkPrivateKeys, checkTagName, checkTags, tagPrivateKeys } from '../../records/privateKeys.js';

/** A tag's name, and who has it. */
export const updatePrivateKeyTagHandler: ActivityHandler<typeof updatePrivateKeyTag> = {
  async execute({ parameters }, { transaction, nowMs, organization: { organization_id } }) {
    const { privateKeyTagId, newPrivateKeyTagName, addPrivateKeyIds, removePrivateKeyIds } = parameters;
    await checkTags(transaction, organization_id, [privateKeyTagId]);
    const named = [...new Set([...addPrivateKeyIds, ...removePrivateKeyIds])];
    await checkPrivateKeys(transaction, organization_id, named);
    const { tag_name } = await transaction
      .selectFrom('private_key_tags')
      .select('tag_name')
      .where('organization_id', '=', organization_id)
      .where('tag_id', '=', privateKeyTagId)
      .executeTakeFirstOrThrow();
    const name = newPrivateKeyTagName ?? tag_name;
    if (name !== tag_name) await checkTagName(transaction, organization_id, name);
    await transaction
      .updateTable('private_key_tags')
      .set({ tag_name: name, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('tag_id', '=', privateKeyTagId)
      .execute();
    if (removePrivateKeyIds.length > 0) {
      await transaction
        .deleteFrom('tagged_private_keys')
        .where('organization_id', '=', organization_id)
        .where('private_key_id', 'in', removePrivateKeyIds)
        .where('tag_id', '=', privateKeyTagId)
        .execute();
    }
    await tagPrivateKeys(transaction, organization_id, addPrivateKeyIds, [privateKeyTagId]);
    return done({ privateKeyTagId });
  },
};
