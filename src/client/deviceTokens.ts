import { utf8 } from '../crypto/bytes.js';
import { sha256 } from '../crypto/digest.js';
import { toHex } from '../crypto/hex.js';
import type { SessionStorage } from '../sessions/sessionRecords.js';

/**
 * What the service gave this device at its logins, so that it knows it again when a code is asked for. Each token is a secret
 * between the device and one configuration of one service; it outlives a logout.
 */
export type DeviceTokens = {
  /** The token of the last login with this contact, in its canonical form. */
  get(contact: string): Promise<string | undefined>;
  keep(contact: string, token: string): Promise<void>;
};

/**
 * Each token is an entry of its own, `latchkey.devices.<auth proxy's URL> <configuration's id>.<hash of the contact>`; whom it is
 * of cannot be read there. Where nothing can be stored, it is kept for as long as this page lives.
 *
 * @param storage - the page's own if absent.
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

/** A storage may be missing, or throw on every call: then there is nothing, and nothing was done. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
