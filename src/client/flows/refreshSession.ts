import { proxyWalletKitConfig } from '../../contract/proxyConfig.js';
import { stampLogin } from '../../contract/sessions.js';
import { withLock } from '../../sessions/locks.js';
import type { Session } from '../../sessions/session.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { endKey } from '../session/endKey.js';
import { sessionFromToken } from '../session/sessionFromToken.js';
import { livingSession } from '../signer.js';
import { submit } from '../submit.js';

/** Options of a refresh. */
export type RefreshOptions = RequestOptions & {
  /** Default: the active one. */
  readonly session?: Session | undefined;
  /** Lifetime of the new session. Default: the configuration's. */
  readonly expirationSeconds?: number | undefined;
};

/**
 * Replaces a live session by a new one with a new key. The new one is stored before the old key is deleted, here and then at the service.
 * One tab does it; the others get its result.
 *
 * @throws {SessionError} SESSION_GONE
 * @throws {RefusedError} {@link UnreachableError} the old session stays as it is
 */
export async function refreshSession(client: Client, options: RefreshOptions = {}): Promise<Session> {
  const given = await livingSession(client, options.session);
  return withLock(`refresh.${given.publicKey}`, async () => {
    const old = await livingSession(client, given);
    return old.publicKey === given.publicKey ? replaceKey(client, old, options) : old;
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
    await endKey(client, old, keyStamper(key), requestOptions).catch(() => undefined); // otherwise it expires by itself
    return session;
  } catch (error) {
    await client.keys.remove(publicKey);
    throw error;
  }
}

/** A login's lifetime; if the auth proxy does not answer, the old session's. */
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
