import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { userHandleKept } from '../passkeys/userHandles.js';

/**
 * After a change of the person's name or contact: their passkeys on this device are listed under the new one, if this device knows them and
 * the browser can. Never fails, since the change itself is done. Apart from {@link addPasskey} and the others, so that a bundler that keeps
 * a change of contact keeps none of their parts.
 */
export async function updateDevicePasskeys(client: Client): Promise<void> {
  const { active } = client.sessions.getSnapshot();
  if (active === undefined || userHandleKept(client, active) === undefined) return;
  try {
    const { update } = await loadPart(import('../passkeys/accountPasskeys.js'));
    await update(client);
  } catch {
    // The next change of the account's passkeys tells it.
  }
}
