import { RefusedError } from '../../contract/refusals.js';
import { isSessionKey } from '../../contract/sessionKeys.js';
import type { ApiKey } from '../../contract/shapes.js';
import type { SigningKey } from '../../crypto/p256.js';
import type { Session } from '../../sessions/session.js';
import { SessionError } from '../../sessions/sessionError.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import type { Client } from '../createClient.js';
import { pause } from '../deadline.js';
import type { RequestOptions } from '../exchange.js';
import { isKeyRefused, isOrganizationGone, keyOf } from '../signer.js';
import { dropLinkKeys } from './dropLinkKeys.js';
import { endKey, endKeys } from './endKey.js';

/**
 * The state of the keys at the service, and why they could not be deleted there. Then a session that was logged out alone is over on this
 * device all the same, and its key expires; after a logout everywhere that failed, the person is still logged in, unless the error is that
 * this device's session is over.
 */
export type LogoutResult = {
  readonly endedAtService: boolean;
  readonly error?: unknown;
  /**
   * After a logout everywhere: API keys that the person's sessions created and that are still valid. Deleting unknown ones
   * (`deleteApiKeys`) requires a recent login.
   */
  readonly madeBySessions?: readonly ApiKey[];
};

type Leaving = RequestOptions & {
  readonly session: Session;
  /** Its key, if this device had it. */
  readonly key: SigningKey | undefined;
};

/** The rest of a logout, once the session is closed on this device: deletes the keys of requested links, and the session's key at the service. */
export async function leave(client: Client, { session, key, ...requestOptions }: Leaving): Promise<LogoutResult> {
  const dropped = dropLinkKeys(client).catch(() => {}); // they expire within the hour
  try {
    if (!key) return { endedAtService: false };
    await endKey(client, session, keyStamper(key), requestOptions);
    return { endedAtService: true };
  } catch (error) {
    return isOrganizationGone(error) || isKeyRefused(error)
      ? { endedAtService: true }
      : { endedAtService: false, error };
  } finally {
    await dropped;
  }
}

/** Ends all sessions of a session's person: at the service, and if that succeeds, or this one is over, on this device. */
export async function leaveEverywhere(client: Client, leaving: Leaving): Promise<LogoutResult> {
  const result = await endAll(client, leaving);
  if (result.endedAtService || isKeyRefused(result.error) || isSessionGone(result.error))
    await closeAll(client, leaving.session);
  return result;
}

async function endAll(client: Client, { session, key, ...requestOptions }: Leaving): Promise<LogoutResult> {
  try {
    const stamper = keyStamper(key ?? (await keyOf(client, session.publicKey)));
    const end = () => endKeys(client, session, isSessions, { ...requestOptions, stamper });
    return { endedAtService: true, madeBySessions: leftOf(await onceMore(end, requestOptions.signal)) };
  } catch (error) {
    return isOrganizationGone(error) ? { endedAtService: true } : { endedAtService: false, error };
  }
}

const isSessionGone = (error: unknown): boolean => error instanceof SessionError && error.code === 'SESSION_GONE';

/** Closes all sessions of a person on this device, and deletes the keys of requested links. */
async function closeAll(client: Client, { userId, organizationId }: Session): Promise<void> {
  const { sessions } = await client.sessions.current();
  for (const one of sessions)
    if (one.userId === userId && one.organizationId === organizationId) await client.sessions.close(one.publicKey);
  await dropLinkKeys(client).catch(() => {}); // they expire within the hour
}

/** Tries a second time where the service asks to wait, if that is short. */
async function onceMore<Answer>(ask: () => Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const waitMs = error instanceof RefusedError ? (error.retryAfterMs ?? Infinity) : Infinity;
    if (waitMs > SHORT_MS) throw error;
    await pause(waitMs, signal);
    return ask();
  }
}

/** As long as a person waits at a button. */
const SHORT_MS = 5_000;

const isSessions = ({ credential }: ApiKey): boolean => isSessionKey(credential.type);

/** The person's keys that were created by sessions. */
const leftOf = (held: readonly ApiKey[]): readonly ApiKey[] =>
  held.filter((each) => !isSessions(each) && each.loginId !== undefined);
