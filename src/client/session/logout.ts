import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { loadPart } from '../loadPart.js';
import { livingSession } from '../signer.js';
import type { LogoutResult } from './leave.js';

/** Options of a logout. */
export type LogoutOptions = RequestOptions & {
  /** Default: the active one. Without one, nothing happens. */
  readonly session?: Session | undefined;
  /** Whether all sessions of the person end, on every device, or none. */
  readonly everywhere?: boolean | undefined;
};

/**
 * Ends a session: at once on this device in all tabs, with its key and those of requested links deleted, then at the service, however old
 * the login is. With `everywhere` it ends all sessions of its person, at the service first: if that fails, the person stays logged in, to
 * try again. It does not fail if the service is unreachable or refuses: the result says so.
 */
export async function logout(client: Client, options: LogoutOptions = {}): Promise<LogoutResult> {
  const { session: named, everywhere = false, ...requestOptions } = options;
  const session = await livingSession(client, named).catch(() => undefined);
  if (!session) return { endedAtService: true };
  const key = await client.keys.get(session.publicKey);
  if (!everywhere) await client.sessions.close(session.publicKey);
  try {
    // What is left to do is loaded at logout, so that an app's first load does not carry it.
    const { leave, leaveEverywhere } = await loadPart(import('./leave.js'));
    return await (everywhere ? leaveEverywhere : leave)(client, { session, key, ...requestOptions });
  } catch (error) {
    return { endedAtService: false, error };
  }
}
