import type { deletePrivateKeys } from '../../../../contract/privateKeys.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkPrivateKeys } from '../../records/privateKeys.js';

/** Deletes private keys with their addresses; the tags stay for others. */
export const deletePrivateKeysHandler: ActivityHandler<typeof deletePrivateKeys> = {
  async execute({ parameters }, { transaction, organization: { organization_id } }) {
    const { privateKeyIds, deleteWithoutExport = false } = parameters;
    const keys = await checkPrivateKeys(transaction, organization_id, privateKeyIds);
    if (!deleteWithoutExport && keys.some(({ exported }) => exported === 0)) throw refused('NOT_EXPORTED');
    for (const table of ['private_key_addresses', 'tagged_private_keys', 'private_keys'] as const) {
      await transaction
        .deleteFrom(table)
        .where('organization_id', '=', organization_id)
        .where('private_key_id', 'in', privateKeyIds)
        .execute();
    }
    return done({ privateKeyIds });
  },
};
