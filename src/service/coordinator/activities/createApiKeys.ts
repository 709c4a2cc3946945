import type { createApiKeys } from '../../../contract/credentials.js';
import { refused } from '../../../contract/refusals.js';
import { addApiKey } from '../apiKeys.js';
import type { Execute } from '../execution.js';
import { findUser } from '../users.js';

/** Adds the keys in the order given. */
export const executeCreateApiKeys: Execute<typeof createApiKeys> = async ({ userId, apiKeys }, execution) => {
  const { tools, transaction, organization, nowMs } = execution;
  if (!(await findUser(transaction, organization.organization_id, userId))) throw refused('USER_NOT_FOUND');
  const apiKeyIds: string[] = [];
  for (const key of apiKeys) {
    const added = { ...key, credentialType: 'CREDENTIAL_TYPE_API_KEY_P256' };
    apiKeyIds.push(await addApiKey(tools, transaction, { organization, userId, nowMs }, added));
  }
  return { apiKeyIds };
};
