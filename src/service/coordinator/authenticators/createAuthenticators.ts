import type { createAuthenticators } from '../../../contract/authenticators.js';
import { refused } from '../../../contract/refusals.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { findUser } from '../users/records.js';
import { addPasskey } from './records.js';

/** Registers the passkeys in the order given. */
export const createAuthenticatorsHandler: ActivityHandler<typeof createAuthenticators> = {
  async execute({ parameters: { userId, authenticators } }, { tools, transaction, organization, nowMs }) {
    if (!(await findUser(transaction, organization.organization_id, userId))) throw refused('USER_NOT_FOUND');
    const authenticatorIds: string[] = [];
    for (const each of authenticators) {
      authenticatorIds.push(await addPasskey(tools, transaction, { organization, userId, nowMs }, each));
    }
    return { authenticatorIds };
  },
};
