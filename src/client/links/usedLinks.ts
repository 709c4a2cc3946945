import { utf8 } from '../../crypto/bytes.js';
import { sha256 } from '../../crypto/digest.js';
import { toHex } from '../../crypto/hex.js';
import type { Client } from '../createClient.js';

/** Records on this device that a bundle was opened, so that opening its link again says so. Only a hash is stored. */
export async function noteUsed(client: Client, bundle: string): Promise<void> {
  const nowMs = client.clock.onDevice();
  const name = await nameOf(bundle);
  attempt(() => {
    const storage = storageOf(client);
    for (const other of noted(storage))
      if (Number(storage.getItem(other)) <= nowMs - notedForMs) storage.removeItem(other);
    storage.setItem(name, String(nowMs));
  });
}

/** Whether a bundle was opened on this device within a day. */
export async function isUsed(client: Client, bundle: string): Promise<boolean> {
  const name = await nameOf(bundle);
  return attempt(() => storageOf(client).getItem(name) !== null) ?? false;
}

/** When a link was last used here, in milliseconds since 1970. */
export function lastUsedAtMs(client: Client): number {
  return (
    attempt(() => {
      const storage = storageOf(client);
      return Math.max(0, ...noted(storage).map((name) => Number(storage.getItem(name))));
    }) ?? 0
  );
}

const notedForMs = 86_400_000;

const prefix = 'latchkey.links.';

const nameOf = async (bundle: string): Promise<string> => prefix + toHex((await sha256(utf8(bundle))).subarray(0, 16));

const storageOf = ({ settings }: Client) => settings.storage ?? localStorage;

const noted = (storage: ReturnType<typeof storageOf>): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((name) =>
    name.startsWith(prefix),
  );

/** Storage may be missing, or throw on every call: then nothing is recorded. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
