import type { createWallet } from '../../../contract/wallets.js';
import type { Execute } from '../execution.js';
import { makeWallet } from '../wallets.js';

/** A wallet with fresh words and its accounts. */
export const executeCreateWallet: Execute<typeof createWallet> = (parameters, execution) => {
  const { tools, transaction, organization, nowMs } = execution;
  return makeWallet(tools, transaction, { organizationId: organization.organization_id, nowMs }, parameters);
};
