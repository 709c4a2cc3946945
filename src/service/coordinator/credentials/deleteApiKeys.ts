import type { deleteApiKeys } from '../../../contract/credentials.js';
import { refused } from '../../../contract/refusals.js';
import { checkMayLoseCredentials } from '../organizations/records.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { findUser } from '../users/records.js';
import { credentialsOf, isKey, removeCredentials } from './records.js';

/** Deletes all the keys named, or none. */
export const deleteApiKeysHandler: ActivityHandler<typeof deleteApiKeys> = {
  async execute({ parameters: { userId, apiKeyIds } }, execution) {
    const { transaction, organization } = execution;
    const user = await findUser(transaction, organization.organization_id, userId);
    if (!user) throw refused('USER_NOT_FOUND');
    const credentials = (await credentialsOf(transaction, user)).filter(isKey);
    const named = credentials.filter((key) => apiKeyIds.includes(key.credential_id));
    if (named.length !== new Set(apiKeyIds).size) throw refused('API_KEY_NOT_FOUND');
    await removeCredentials(transaction, organization, named);
    await checkMayLoseCredentials(transaction, organization, user);
    return { apiKeyIds };
  },
};
