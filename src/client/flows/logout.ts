import type { Session } from '../../sessions/session.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import { isKeyRefused, livingSession } from '../caller.js';
import type { Client } from '../createClient.js';
import type { Patience } from '../exchange.js';
import { endKey } from './endKey.js';

/**
 * What became of the key at the service. Where it could not be ended there (`error` says why), it ends by its expiry; no one
 * has it any more.
 */
export type LoggedOut = { readonly endedAtService: boolean; readonly error?: unknown };

/**
 * Ends a session: at once on this device, in all tabs, its key deleted; then at the service. It never fails for a service that
 * is unreachable or refuses.
 *
 * @param options - `session`: which one; default: the active one. Where there is none, there is nothing to do.
 */
export async function logout(client: Client, options: { session?: Session } & Patience = {}): Promise<LoggedOut> {
  const { session: named, ...patience } = options;
  const session = await livingSession(client, named).catch(() => undefined);
  if (!session) return { endedAtService: true };
  const key = await client.keys.get(session.publicKey);
  await client.sessions.close(session.publicKey);
  try {
    if (key) await endKey(client, session, keyStamper(key), patience);
    return { endedAtService: key !== undefined };
  } catch (error) {
    return isKeyRefused(error) ? { endedAtService: true } : { endedAtService: false, error };
  }
}
