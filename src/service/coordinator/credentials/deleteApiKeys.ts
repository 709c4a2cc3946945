import type { deleteApiKeys } from '../../../contract/credentials.js';
import { refused } from '../../../contract/refusals.js';
import type { Row } from '../../store/schema.js';
import type { ActivityHandler, Execution } from '../pipeline/execution.js';
import { findUser } from '../users/records.js';
import { credentialsOf, removeCredentials } from './records.js';

/** Deletes all the keys named, or none. */
export const deleteApiKeysHandler: ActivityHandler<typeof deleteApiKeys> = {
  async execute({ parameters: { userId, apiKeyIds } }, execution) {
    const { transaction, organization } = execution;
    const user = await findUser(transaction, organization.organization_id, userId);
    if (!user) throw refused('USER_NOT_FOUND');
    const credentials = await credentialsOf(transaction, user);
    const named = credentials.filter((key) => apiKeyIds.includes(key.credential_id));
    if (named.length !== new Set(apiKeyIds).size) throw refused('API_KEY_NOT_FOUND');
    await removeCredentials(transaction, organization, named);
    await checkQuorumCanAct(execution, user);
    return { apiKeyIds };
  },
};

/**
 * A root quorum must not lose its last means to act. A user with a verified contact can log in again, so that the last key
 * of such a user may go.
 *
 * @throws {RefusedError} LAST_CREDENTIAL
 */
async function checkQuorumCanAct({ transaction, organization }: Execution, user: Row<'users'>): Promise<void> {
  if (!user.is_root || user.email_verified || user.phone_verified) return;
  const roots = await transaction
    .selectFrom('users')
    .select('user_id')
    .where('organization_id', '=', organization.organization_id)
    .where('is_root', '=', 1)
    .where((users) =>
      users.or([
        users('email_verified', '=', 1),
        users('phone_verified', '=', 1),
        users(
          'user_id',
          'in',
          users
            .selectFrom('credentials')
            .select('user_id')
            .where('organization_id', '=', organization.organization_id)
            .where('expires_at_ms', 'is', null),
        ),
      ]),
    )
    .execute();
  if (roots.length < organization.root_quorum_threshold) throw refused('LAST_CREDENTIAL');
}
