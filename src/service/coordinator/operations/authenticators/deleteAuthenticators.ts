import type { deleteAuthenticators } from '../../../../contract/authenticators.js';
import { recoveryKeyType } from '../../callers/recoveryKey.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { removeNamed } from '../../logins/removeNamed.js';
import { isPasskey } from '../../records/authenticators.js';
import { removeCredentials } from '../../records/credentials.js';

/**
 * Deletes all the passkeys named, or none. With a passkey ends the recovery key that registered it, which could register another else.
 */
export const deleteAuthenticatorsHandler: ActivityHandler<typeof deleteAuthenticators> = {
  async execute({ parameters: { userId, authenticatorIds } }, execution) {
    const { transaction, organization } = execution;
    const { removed, left } = await removeNamed(execution, {
      userId,
      ids: authenticatorIds,
      isOfKind: isPasskey,
      absent: 'AUTHENTICATOR_NOT_FOUND',
    });
    const logins = new Set<string | null>(removed.map(({ login_id }) => login_id).filter((id) => id !== null));
    const ended = left.filter(
      ({ credential_type, login_id }) => credential_type === recoveryKeyType && logins.has(login_id),
    );
    await removeCredentials(transaction, organization, ended);
    return done({ authenticatorIds });
  },
};
