import type { deleteAuthenticators } from '../../../contract/authenticators.js';
import { removeNamed } from '../credentials/removeNamed.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { isPasskey } from './records.js';

/** Deletes all the passkeys named, or none. */
export const deleteAuthenticatorsHandler: ActivityHandler<typeof deleteAuthenticators> = {
  async execute({ parameters: { userId, authenticatorIds } }, execution) {
    await removeNamed(execution, {
      userId,
      ids: authenticatorIds,
      isOfKind: isPasskey,
      absent: 'AUTHENTICATOR_NOT_FOUND',
    });
    return { authenticatorIds };
  },
};
