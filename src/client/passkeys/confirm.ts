import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { configOf } from '../serviceConfig.js';
import { logout } from '../session/logout.js';
import { livingSession } from '../signer.js';
import { openStampedSession } from './openSession.js';
import { passkeyStamperOf } from './stamperOf.js';

/**
 * Logs the person in again with one of their own passkeys, for requests that require a fresh login. The new session replaces the active
 * one.
 */
export async function confirm(client: Client, { signal }: RequestOptions): Promise<Session> {
  const old = await livingSession(client);
  const stamper = await passkeyStamperOf(client, old, { signal });
  const { sessionExpirationSeconds: expirationSeconds } = await configOf(client, { signal });
  const { organizationId } = old;
  const session = await openStampedSession(client, { stamper, organizationId, expirationSeconds, signal });
  await logout(client, { session: old });
  return session;
}
