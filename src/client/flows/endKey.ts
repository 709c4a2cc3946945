import { deleteApiKeys } from '../../contract/credentials.js';
import { getUser } from '../../contract/users.js';
import type { Session } from '../../sessions/session.js';
import type { Stamper } from '../../stampers/stamper.js';
import { ask } from '../ask.js';
import type { Client } from '../createClient.js';
import type { Patience } from '../exchange.js';
import { submit } from '../submit.js';

/**
 * Ends a session's key at the service: from the next request on, its stamp is refused.
 *
 * @param stamper - any key of the same person, that one itself too
 * @throws as {@link call} does; a key that the service does not know has ended already
 */
export async function endKey(
  client: Client,
  { organizationId, userId, publicKey }: Session,
  stamper: Stamper,
  patience: Patience,
): Promise<void> {
  const options = { ...patience, stamper, organizationId };
  const { user } = await ask(client, getUser, { userId }, options);
  const apiKeyIds = user.apiKeys
    .filter(({ credential }) => credential.publicKey === publicKey)
    .map(({ apiKeyId }) => apiKeyId);
  if (apiKeyIds.length > 0) await submit(client, deleteApiKeys, { userId, apiKeyIds }, options);
}
