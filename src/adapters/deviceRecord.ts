import type { Client } from '../client/createClient.js';

/** A value that all tabs of the origin share, and that outlives the page where the storage allows it. */
export type DeviceRecord<Value> = {
  readonly read: () => Value | undefined;
  readonly write: (value: Value | undefined) => void;
};

/** Makes the records of a client. `isValue`: what a record must be, since anybody may write to the storage. */
type OpenRecord = <Value>(
  client: Client,
  name: string,
  isValue: (value: unknown) => value is Value,
) => DeviceRecord<Value>;

/**
 * Entries of the storage in which a client keeps its sessions, each named `latchkey.<chain>.<session name>.<its name>`; where there is no
 * storage, of the page's memory.
 */
export function deviceRecordsOf(chain: 'ethereum' | 'solana'): OpenRecord {
  return (client, name, isValue) => {
    const { settings } = client;
    const memory = memories.get(client) ?? new Map<string, string>();
    memories.set(client, memory);
    const entry = `latchkey.${chain}.${settings.sessionName ?? settings.authProxyConfigId}.${name}`;
    const storage = () => settings.storage ?? localStorage;
    return {
      read() {
        const text = memory.get(entry) ?? attempt(() => storage().getItem(entry)) ?? '';
        const value: unknown = attempt(() => JSON.parse(text));
        return isValue(value) ? value : undefined;
      },
      write(value) {
        memory.delete(entry);
        if (value === undefined) {
          attempt(() => storage().removeItem(entry));
          return;
        }
        const text = JSON.stringify(value);
        const isStored = attempt(() => {
          storage().setItem(entry, text);
          return true;
        });
        if (!isStored) memory.set(entry, text);
      },
    };
  };
}

const memories = new WeakMap<Client, Map<string, string>>();

/** Storage may be missing, or throw on every call. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
