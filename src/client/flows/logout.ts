import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { livingSession } from '../signer.js';
import type { LogoutResult } from './leave.js';

/** Options of a logout. */
export type LogoutOptions = RequestOptions & {
  /** Default: the active one. Without one, nothing happens. */
  readonly session?: Session | undefined;
  /** Whether all sessions of the person end, on every device. */
  readonly everywhere?: boolean | undefined;
};

/**
 * Ends a session, or with `everywhere` all sessions of its person: at once on this device in all tabs, with their keys and those of
 * requested links deleted, then at the service, however old the login is. It does not fail if the service is unreachable or refuses.
 */
export async function logout(client: Client, options: LogoutOptions = {}): Promise<LogoutResult> {
  const { session: named, everywhere = false, ...requestOptions } = options;
  const session = await livingSession(client, named).catch(() => undefined);
  if (!session) return { endedAtService: true };
  const key = await client.keys.get(session.publicKey);
  const { sessions } = await client.sessions.current();
  const ended = everywhere ? sessions.filter(isOfPerson(session)) : [session];
  for (const { publicKey } of ended) await client.sessions.close(publicKey);
  try {
    // What is left to do is loaded at logout, so that an app's first load does not carry it.
    const { leave } = await import('./leave.js');
    return await leave(client, { session, key, everywhere, ...requestOptions });
  } catch (error) {
    return { endedAtService: false, error };
  }
}

const isOfPerson = (one: Session) => (other: Session) =>
  one.userId === other.userId && one.organizationId === other.organizationId;
