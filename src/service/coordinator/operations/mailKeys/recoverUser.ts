import type { recoverUser } from '../../../../contract/mailKeys.js';
import { refused } from '../../../../contract/refusals.js';
import { isRecoveryKey } from '../../callers/recoveryKey.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { loginOfMaker } from '../../logins/loginOfMaker.js';
import { addPasskey, isPasskey } from '../../records/authenticators.js';
import { credentialsOf } from '../../records/credentials.js';
import { findMember } from '../../records/users.js';

/**
 * Registers a passkey, once per recovery key, so that a later reader of the mail cannot register another. The key stays until it expires:
 * if the answer was lost, the same bytes are sent again.
 */
export const recoverUserHandler: ActivityHandler<typeof recoverUser> = {
  async execute({ parameters: { userId, authenticator } }, execution) {
    const { tools, transaction, organization, caller, nowMs } = execution;
    const user = await findMember(transaction, organization.organization_id, userId);
    const loginId = loginOfMaker(execution);
    const passkeys = (await credentialsOf(transaction, user)).filter(isPasskey);
    if (isRecoveryKey(caller) && passkeys.some(({ login_id }) => login_id === loginId))
      throw refused('RECOVERY_KEY_SPENT');
    const holder = { organization, userId, loginId, nowMs };
    return done({ authenticatorId: [await addPasskey(tools, transaction, holder, authenticator)] });
  },
};
