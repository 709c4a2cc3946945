import type { deleteOauthProviders } from '../../../contract/oauth.js';
import { refused } from '../../../contract/refusals.js';
import { credentialsOf, removeCredentials } from '../credentials/records.js';
import { checkMayLoseCredentials } from '../organizations/records.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { findUser } from '../users/records.js';
import { isProvider } from './records.js';

/** Deletes all the identities named, or none. */
export const deleteOauthProvidersHandler: ActivityHandler<typeof deleteOauthProviders> = {
  async execute({ parameters: { userId, providerIds } }, execution) {
    const { transaction, organization } = execution;
    const user = await findUser(transaction, organization.organization_id, userId);
    if (!user) throw refused('USER_NOT_FOUND');
    const providers = (await credentialsOf(transaction, user)).filter(isProvider);
    const named = providers.filter(({ credential_id }) => providerIds.includes(credential_id));
    if (named.length !== new Set(providerIds).size) throw refused('OAUTH_PROVIDER_NOT_FOUND');
    await removeCredentials(transaction, organization, named);
    await checkMayLoseCredentials(transaction, organization, user);
    return { providerIds };
  },
};
