import type { createAuthenticators } from '../../../../contract/authenticators.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { loginOfMaker } from '../../logins/loginOfMaker.js';
import { addPasskey } from '../../records/authenticators.js';
import { findMember } from '../../records/users.js';

/** Registers the passkeys in the order given. {@link loginOfMaker} */
export const createAuthenticatorsHandler: ActivityHandler<typeof createAuthenticators> = {
  async execute({ parameters: { userId, authenticators } }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    await findMember(transaction, organization.organization_id, userId);
    const holder = { organization, userId, loginId: loginOfMaker(execution), nowMs };
    const authenticatorIds: string[] = [];
    for (const each of authenticators) {
      authenticatorIds.push(await addPasskey(tools, transaction, holder, each));
    }
    return done({ authenticatorIds });
  },
};
