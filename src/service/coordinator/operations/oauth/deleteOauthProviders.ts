import type { deleteOauthProviders } from '../../../../contract/oauth.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { removeNamed } from '../../logins/removeNamed.js';
import { isProvider } from '../../records/oauth.js';

/** Deletes all the identities named, or none. */
export const deleteOauthProvidersHandler: ActivityHandler<typeof deleteOauthProviders> = {
  async execute({ parameters: { userId, providerIds } }, execution) {
    await removeNamed(execution, {
      userId,
      ids: providerIds,
      isOfKind: isProvider,
      absent: 'OAUTH_PROVIDER_NOT_FOUND',
    });
    return done({ providerIds });
  },
};
