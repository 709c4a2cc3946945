import { utf8 } from '../crypto/bytes.js';
import { sha256 } from '../crypto/digest.js';
import { toHex } from '../crypto/hex.js';
import type { SessionStorage } from '../sessions/sessionRecords.js';

/**
 * Tokens from this device's logins, by which the service recognises it when a code is requested. Each is a secret between the device and
 * one configuration of one service; it survives a logout.
 */
export type DeviceTokens = {
  /** The token of the last login with this contact, in its canonical form. */
  get(contact: string): Promise<string | undefined>;
  keep(contact: string, token: string): Promise<void>;
};

/**
 * Each token is an entry of its own, `latchkey.devices.<auth proxy's URL> <configuration's id>.<hash of the contact>`; the entry does not
 * reveal the contact. If storage is unavailable, the token is kept as long as this page lives.
 *
 * @param storage - default: the page's own.
 */
export function openDeviceTokens(
  { authProxyUrl, authProxyConfigId }: { authProxyUrl: string; authProxyConfigId: string },
  storage?: SessionStorage,
): DeviceTokens {
  const prefix = `latchkey.devices.${authProxyUrl} ${authProxyConfigId}.`;
  const memory = new Map<string, string>();
  const entryOf = async (contact: string) =>
    prefix + toHex((await sha256(utf8(`${authProxyConfigId} ${contact}`))).subarray(0, 16));

  return {
    async get(contact) {
      const entry = await entryOf(contact);
      return memory.get(entry) ?? attempt(() => (storage ?? localStorage).getItem(entry)) ?? undefined;
    },
    async keep(contact, token) {
      const entry = await entryOf(contact);
      memory.delete(entry);
      const stored = attempt(() => {
        (storage ?? localStorage).setItem(entry, token);
        return true;
      });
      if (!stored) memory.set(entry, token);
    },
  };
}

/** Storage may be missing, or throw on every call: reads then return nothing, and writes do nothing. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
