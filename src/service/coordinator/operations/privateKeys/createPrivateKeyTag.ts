import type { createPrivateKeyTag } from '../../../../contract/privateKeys.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkPrivateKeys, checkTagName, tagPrivateKeys } from '../../records/privateKeys.js';

/** A tag, given to private keys. */
export const createPrivateKeyTagHandler: ActivityHandler<typeof createPrivateKeyTag> = {
  async execute({ parameters }, { tools, transaction, nowMs, organization }) {
    const { organization_id, parent_id } = organization;
    const { privateKeyTagName, privateKeyIds } = parameters;
    const most = parent_id === null ? mostInParents : mostInSubOrganizations;
    const there = await transaction
      .selectFrom('private_key_tags')
      .select('tag_id')
      .where('organization_id', '=', organization_id)
      .orderBy('tag_id')
      .limit(most)
      .execute();
    if (there.length >= most) throw refused('LIMIT_REACHED', { about: `${most} private key tags` });
    await checkTagName(transaction, organization_id, privateKeyTagName);
    await checkPrivateKeys(transaction, organization_id, privateKeyIds);
    const tag_id = tools.newTimedId(nowMs);
    await transaction
      .insertInto('private_key_tags')
      .values({ organization_id, tag_id, tag_name: privateKeyTagName, created_at_ms: nowMs, updated_at_ms: nowMs })
      .execute();
    await tagPrivateKeys(transaction, organization_id, privateKeyIds, [tag_id]);
    return done({ privateKeyTagId: tag_id, privateKeyIds });
  },
};

/** @see docs/wire.md 9 */
const mostInParents = 100;
const mostInSubOrganizations = 10;
