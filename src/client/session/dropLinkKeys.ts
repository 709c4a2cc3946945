import { forgetTargetKeys } from '../../sessions/forgetTargetKeys.js';
import type { Client } from '../createClient.js';
import { openedTargetKeys } from '../openedTargetKeys.js';

/** Deletes the keys of requested links: after a logout, none of them opens on this device. */
export async function dropLinkKeys(client: Client): Promise<void> {
  const purposes = ['login', 'recovery'] as const;
  const keys = openedTargetKeys.get(client);
  const { sessionName, authProxyConfigId } = client.settings;
  if (!keys) return forgetTargetKeys(sessionName ?? authProxyConfigId, purposes);
  for (const purpose of purposes) for (const { publicKey } of await keys.list(purpose)) await keys.remove(publicKey);
}
