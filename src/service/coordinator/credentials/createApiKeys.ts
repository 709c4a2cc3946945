import type { createApiKeys } from '../../../contract/credentials.js';
import { refused } from '../../../contract/refusals.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { findUser } from '../users/records.js';
import { addApiKey, apiKeyTypeOf } from './records.js';

/** Adds the keys in the order given. They bear the login that the caller's own key came by, so that it is known what a session made. */
export const createApiKeysHandler: ActivityHandler<typeof createApiKeys> = {
  async execute({ parameters: { userId, apiKeys } }, execution) {
    const { tools, transaction, organization, caller, activityId, nowMs } = execution;
    if (!(await findUser(transaction, organization.organization_id, userId))) throw refused('USER_NOT_FOUND');
    // Of a credential that is gone by the time others agreed, nobody knows that it was no session's.
    const loginId = caller.credential ? caller.credential.loginId : activityId;
    const made = {
      kind: 'API_KEY',
      loginId,
      proof: 'awaits a stamp',
    } as const;
    const apiKeyIds: string[] = [];
    for (const key of apiKeys) {
      apiKeyIds.push(
        await addApiKey(
          tools,
          transaction,
          { organization, userId, nowMs },
          { ...key, ...made, credentialType: apiKeyTypeOf(key.curveType) },
        ),
      );
    }
    return { apiKeyIds };
  },
};
