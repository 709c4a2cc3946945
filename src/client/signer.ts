import { RefusedError } from '../contract/refusals.js';
import type { SigningKey } from '../crypto/p256.js';
import type { Session } from '../sessions/session.js';
import { SessionError } from '../sessions/sessionError.js';
import { keyStamper } from '../stampers/keyStamper.js';
import type { Stamper } from '../stampers/stamper.js';
import type { Client } from './createClient.js';
import type { RequestOptions } from './exchange.js';
import { SettingsError } from './settings.js';

/** Who stamps a request, and in which organization. */
export type RequestSigner = { readonly stamper: Stamper; readonly organizationId: string };

export type CallOptions = RequestOptions & {
  /** The session whose key stamps the request. Default: the active one. */
  readonly session?: Session | undefined;
  /** Stamps instead of a session: an API key, on a server. The organization must then be named. */
  readonly stamper?: Stamper | undefined;
  /** Default: the session's. */
  readonly organizationId?: string | undefined;
};

/**
 * Sends a request as the caller that the options name. A refreshed session is used with its new key. If the service no longer knows a
 * session's key, the session ends here too.
 *
 * @param question - sent once more if the first was refused for its key; the service has done nothing for a refused stamp.
 * @throws {SessionError} SESSION_GONE
 */
export async function withSigner<Answer>(
  client: Client,
  options: CallOptions,
  question: (signer: RequestSigner) => Promise<Answer>,
): Promise<Answer> {
  if (options.stamper) return question(namedSigner(options.stamper, options.organizationId));
  const session = await livingSession(client, options.session);
  const organizationId = options.organizationId ?? session.organizationId;
  const ask = async ({ publicKey }: Session) => {
    const answer = await question({ stamper: await sessionStamper(client, publicKey), organizationId });
    for (const listener of client.stampListeners) listener();
    return answer;
  };
  try {
    return await ask(session);
  } catch (error) {
    if (!(isKeyRefused(error) || isOrganizationGone(error)) || organizationId !== session.organizationId) throw error;
    const now = await livingSession(client, session);
    if (now.publicKey !== session.publicKey) return ask(now);
    await client.sessions.close(session.publicKey);
    throw error;
  }
}

/**
 * The active session, or the current form of the named one: itself, or the one that a refresh replaced it by.
 *
 * @throws {SessionError} SESSION_GONE
 */
export async function livingSession(client: Client, named?: Session): Promise<Session> {
  const { sessions, active } = await client.sessions.current();
  const found = named ? (sessions.find(isSame(named)) ?? sessions.find(isOfSamePerson(named))) : active;
  if (found) return found;
  throw new SessionError('SESSION_GONE', named ? 'This session has ended: log in again.' : 'Nobody is logged in.');
}

const sessionStamper = async (client: Client, publicKey: string): Promise<Stamper> =>
  keyStamper(await keyOf(client, publicKey));

/** The key of a session. @throws {SessionError} SESSION_GONE */
export async function keyOf(client: Client, publicKey: string): Promise<SigningKey> {
  const key = await client.keys.get(publicKey);
  if (key) return key;
  throw new SessionError('SESSION_GONE', 'The key of this session is no longer on this device: log in again.');
}

function namedSigner(stamper: Stamper, organizationId: string | undefined): RequestSigner {
  if (organizationId !== undefined) return { stamper, organizationId };
  throw new SettingsError('SETTINGS_INVALID', 'A call with a stamper of its own has to name the organizationId.');
}

const isSame = (one: Session) => (other: Session) => one.publicKey === other.publicKey;

const isOfSamePerson = (one: Session) => (other: Session) =>
  one.userId === other.userId && one.organizationId === other.organizationId;

/** Whether the service does not know, or no longer accepts, the stamp's key. */
export const isKeyRefused = (error: unknown): boolean =>
  error instanceof RefusedError && (error.code === 'PUBLIC_KEY_NOT_FOUND' || error.code === 'API_KEY_EXPIRED');

/** Whether the organization that a request named is not there; of a session's own: it was deleted. */
export const isOrganizationGone = (error: unknown): boolean =>
  error instanceof RefusedError && error.code === 'ORGANIZATION_NOT_FOUND';
