import type { createApiKeys } from '../../../../contract/credentials.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { loginOfMaker } from '../../logins/loginOfMaker.js';
import { addApiKey, apiKeyTypeOf } from '../../records/credentials.js';
import { findMember } from '../../records/users.js';

/** Adds the keys in the order given. {@link loginOfMaker} */
export const createApiKeysHandler: ActivityHandler<typeof createApiKeys> = {
  async execute({ parameters: { userId, apiKeys } }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    await findMember(transaction, organization.organization_id, userId);
    const made = { kind: 'API_KEY', loginId: loginOfMaker(execution), proof: 'awaits a stamp' } as const;
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
    return done({ apiKeyIds });
  },
};
