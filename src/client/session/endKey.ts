import { deleteApiKeys } from '../../contract/credentials.js';
import type { ApiKey } from '../../contract/shapes.js';
import { getUser } from '../../contract/users.queries.js';
import type { Session } from '../../sessions/session.js';
import type { Stamper } from '../../stampers/stamper.js';
import { ask } from '../ask.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { submit } from '../submit.js';

/**
 * Deletes a session's key at the service: its next stamp is refused.
 *
 * @param stamper - any key of the same person, including that one
 * @throws as {@link call} does; a key that the service does not know has ended already
 */
export async function endKey(
  client: Client,
  session: Session,
  stamper: Stamper,
  requestOptions: RequestOptions,
): Promise<void> {
  const isIts = ({ credential }: ApiKey) => credential.publicKey === session.publicKey;
  await endKeys(client, session, isIts, { ...requestOptions, stamper });
}

/** Deletes keys of a session's person. @returns all keys that the person had. @throws as {@link endKey} does */
export async function endKeys(
  client: Client,
  { organizationId, userId }: Session,
  isMeant: (key: ApiKey) => boolean,
  stampedOptions: RequestOptions & { readonly stamper: Stamper },
): Promise<readonly ApiKey[]> {
  const options = { ...stampedOptions, organizationId };
  const { apiKeys } = (await ask(client, getUser, { userId }, options)).user;
  const apiKeyIds = apiKeys.filter(isMeant).map(({ apiKeyId }) => apiKeyId);
  if (apiKeyIds.length > 0) await submit(client, deleteApiKeys, { userId, apiKeyIds }, options);
  return apiKeys;
}
