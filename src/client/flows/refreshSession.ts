import { proxyWalletKitConfig } from '../../contract/proxyConfig.js';
import { stampLogin } from '../../contract/sessions.js';
import { withLock } from '../../sessions/locks.js';
import type { Session } from '../../sessions/session.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { livingSession } from '../signer.js';
import { submit } from '../submit.js';
import { endKey } from './endKey.js';
import { sessionFromToken } from './sessionFromToken.js';

/** Which session, and for how long. */
export type RefreshOptions = RequestOptions & {
  /** Default: the active one. */
  readonly session?: Session | undefined;
  /** How long the new session lives. Default: as long as the configuration says. */
  readonly expirationSeconds?: number | undefined;
};

/**
 * Puts a new session, with a new key, in the place of one that is still alive. The new one is written down before the old key
 * is deleted, here and then at the service. One tab does it; the others get what it made.
 *
 * @throws {SessionError} SESSION_GONE
 * @throws {RefusedError} {@link UnreachableError} the old session stays as it is
 */
export async function refreshSession(client: Client, options: RefreshOptions = {}): Promise<Session> {
  const asked = await livingSession(client, options.session);
  return withLock(`refresh.${asked.publicKey}`, async () => {
    const old = await livingSession(client, asked);
    return old.publicKey === asked.publicKey ? replaceKey(client, old, options) : old;
  });
}

async function replaceKey(client: Client, old: Session, options: RefreshOptions): Promise<Session> {
  const { expirationSeconds, session: _, ...requestOptions } = options;
  const key = await client.keys.create();
  const { publicKey } = key;
  try {
    const lifetime = String(expirationSeconds ?? (await configuredSeconds(client, old, requestOptions)));
    const request = { publicKey, expirationSeconds: lifetime };
    const { result } = await submit(client, stampLogin, request, { ...requestOptions, session: old });
    const { organizationId } = old;
    const session = await sessionFromToken(client, result.session, {
      name: stampLogin.name,
      publicKey,
      organizationId,
    });
    await client.sessions.replace(old.publicKey, session);
    await endKey(client, old, keyStamper(key), requestOptions).catch(() => undefined); // else it ends by its expiry
    return session;
  } catch (error) {
    await client.keys.remove(publicKey);
    throw error;
  }
}

/** What a login gets; where the auth proxy cannot say, what the old session got. */
async function configuredSeconds(
  client: Client,
  { openedAtMs, expiresAtMs }: Session,
  requestOptions: RequestOptions,
): Promise<string | number> {
  try {
    return (await callProxy(client, proxyWalletKitConfig, {}, requestOptions)).sessionExpirationSeconds;
  } catch {
    return Math.max(1, Math.round((expiresAtMs - openedAtMs) / 1000));
  }
}
