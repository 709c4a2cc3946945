import type { deleteApiKeys } from '../../../contract/credentials.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { isKey } from './records.js';
import { removeNamed } from './removeNamed.js';

/** Deletes all the keys named, or none. */
export const deleteApiKeysHandler: ActivityHandler<typeof deleteApiKeys> = {
  async execute({ parameters: { userId, apiKeyIds } }, execution) {
    await removeNamed(execution, { userId, ids: apiKeyIds, isOfKind: isKey, absent: 'API_KEY_NOT_FOUND' });
    return { apiKeyIds };
  },
};
