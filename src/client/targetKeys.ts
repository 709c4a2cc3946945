import { memoryTargetKeys, openTargetKeys, type TargetKeys } from '../sessions/targetKeys.js';
import type { Client } from './createClient.js';

/** The target keys of a client: where its session keys are. An app's own key store is not the page's, so that they live in memory beside it. */
export function targetKeysOf(client: Client): TargetKeys {
  const held = opened.get(client);
  if (held) return held;
  const { keys, sessionName, authProxyConfigId } = client.settings;
  const open = keys === undefined ? openTargetKeys : memoryTargetKeys;
  const made = open({ app: sessionName ?? authProxyConfigId, clock: client.clock.onDevice });
  opened.set(client, made);
  return made;
}

const opened = new WeakMap<Client, TargetKeys>();
