import { isSessionKey } from '../../contract/sessionKeys.js';
import type { ApiKey } from '../../contract/shapes.js';
import type { Session } from '../../sessions/session.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { isKeyRefused, livingSession } from '../signer.js';

/** Which session, or all of its person's. */
export type LogoutOptions = RequestOptions & {
  /** Default: the active one. Where there is none, there is nothing to do. */
  readonly session?: Session | undefined;
  /** Whether all sessions of its person end, on every device. */
  readonly everywhere?: boolean | undefined;
};

/**
 * What became of the keys at the service. Where they could not be ended there (`error` says why), they end by their expiry; of
 * the one that was on this device no one has it any more.
 */
export type LogoutResult = {
  readonly endedAtService: boolean;
  readonly error?: unknown;
  /**
   * Of a logout everywhere: the API keys that the person's sessions made, and that live on. To delete one that they do not know
   * (`deleteApiKeys`) the person logs in again: that takes a recent login.
   */
  readonly madeBySessions?: readonly ApiKey[];
};

/**
 * Ends a session, or with `everywhere` all of its person's: at once on this device, in all tabs, the keys deleted; then at the
 * service, however old the login is. It never fails for a service that is unreachable or refuses.
 */
export async function logout(client: Client, options: LogoutOptions = {}): Promise<LogoutResult> {
  const { session: named, everywhere = false, ...requestOptions } = options;
  const session = await livingSession(client, named).catch(() => undefined);
  if (!session) return { endedAtService: true };
  const key = await client.keys.get(session.publicKey);
  const { sessions } = await client.sessions.current();
  const ended = everywhere ? sessions.filter(isOfPerson(session)) : [session];
  for (const { publicKey } of ended) await client.sessions.close(publicKey);
  if (!key) return { endedAtService: false };
  try {
    // What ends keys at the service is loaded when somebody leaves: an app need not carry it before.
    const { endKey, endKeys } = await import('./endKey.js');
    if (everywhere)
      return {
        endedAtService: true,
        madeBySessions: leftOf(
          await endKeys(client, session, isSessions, { ...requestOptions, stamper: keyStamper(key) }),
        ),
      };
    await endKey(client, session, keyStamper(key), requestOptions);
    return { endedAtService: true };
  } catch (error) {
    return !everywhere && isKeyRefused(error) ? { endedAtService: true } : { endedAtService: false, error };
  }
}

const isOfPerson = (one: Session) => (other: Session) =>
  one.userId === other.userId && one.organizationId === other.organizationId;

const isSessions = ({ credential }: ApiKey): boolean => isSessionKey(credential.type);

/** Keys that sessions made, of those that the person held. */
const leftOf = (held: readonly ApiKey[]): readonly ApiKey[] =>
  held.filter((each) => !isSessions(each) && each.loginId !== undefined);
