import type { deleteAuthenticators } from '../../../contract/authenticators.js';
import { refused } from '../../../contract/refusals.js';
import { credentialsOf, removeCredentials } from '../credentials/records.js';
import { checkMayLoseCredentials } from '../organizations/records.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { findUser } from '../users/records.js';
import { isPasskey } from './records.js';

/** Deletes all the passkeys named, or none. */
export const deleteAuthenticatorsHandler: ActivityHandler<typeof deleteAuthenticators> = {
  async execute({ parameters: { userId, authenticatorIds } }, execution) {
    const { transaction, organization } = execution;
    const user = await findUser(transaction, organization.organization_id, userId);
    if (!user) throw refused('USER_NOT_FOUND');
    const passkeys = (await credentialsOf(transaction, user)).filter(isPasskey);
    const named = passkeys.filter(({ credential_id }) => authenticatorIds.includes(credential_id));
    if (named.length !== new Set(authenticatorIds).size) throw refused('AUTHENTICATOR_NOT_FOUND');
    await removeCredentials(transaction, organization, named);
    await checkMayLoseCredentials(transaction, organization, user);
    return { authenticatorIds };
  },
};
