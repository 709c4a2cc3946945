import { stampLogin } from '../../contract/sessions.js';
import type { Session } from '../../sessions/session.js';
import type { Stamper } from '../../stampers/stamper.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { sessionFromToken } from '../session/sessionFromToken.js';
import { submit } from '../submit.js';

/** Who logs in: the stamper, and the organization, which may be the parent of theirs. */
export type Entrant = RequestOptions & {
  readonly stamper: Stamper;
  readonly organizationId: string;
  /** Lifetime of the session. */
  readonly expirationSeconds: string;
};

/**
 * Makes a new key a session key by stamp_login, and the session the active one. If that fails the key is deleted.
 *
 * @throws as {@link call} does, and what the stamper throws
 */
export async function openStampedSession(client: Client, { expirationSeconds, ...options }: Entrant): Promise<Session> {
  const { publicKey } = await client.keys.create();
  try {
    const { activity, result } = await submit(client, stampLogin, { publicKey, expirationSeconds }, options);
    const { organizationId } = activity; // the credential's own organization, if its parent was named
    const { name } = stampLogin;
    return await client.sessions.open(
      await sessionFromToken(client, result.session, { name, publicKey, organizationId }),
    );
  } catch (error) {
    await client.keys.remove(publicKey).catch(() => {}); // the first error is reported
    throw error;
  }
}
