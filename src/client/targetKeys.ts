import { memoryTargetKeys, openTargetKeys, type TargetKeys } from '../sessions/targetKeys.js';
import type { Client } from './createClient.js';
import { openedTargetKeys } from './openedTargetKeys.js';

/**
 * The target keys of a client, stored beside its session keys. With an app's own key store, which is not the page's, they are in memory.
 */
export function targetKeysOf(client: Client): TargetKeys {
  const held = openedTargetKeys.get(client);
  if (held) return held;
  const { keys, sessionName, authProxyConfigId } = client.settings;
  const open = keys === undefined ? openTargetKeys : memoryTargetKeys;
  const made = open({ app: sessionName ?? authProxyConfigId, clock: client.clock.onDevice });
  openedTargetKeys.set(client, made);
  return made;
}
