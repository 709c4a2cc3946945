import type { Session } from '../../sessions/session.js';
import { storageBlocked } from '../../sessions/sessionError.js';
import type { Client } from '../createClient.js';
import { OauthError } from '../oauth/oauthError.js';
import type { CheckedOauthLogin } from '../oauth/oauthLogin.js';
import { dropPending, keepPending } from '../oauth/pendingLogins.js';
import { pendingOauth } from './pendingOauth.js';
import { takeWhenPrepared } from './prepareOauth.js';

/**
 * Leaves this tab for the provider. The login is ended by the page that it comes back to.
 *
 * @returns never; who comes back by the browser's own button has given the login up
 * @throws {SessionError} SESSION_STORAGE_BLOCKED
 */
export async function oauthInTab(client: Client, asked: CheckedOauthLogin): Promise<Session> {
  const prepared = await takeWhenPrepared(client, asked.provider);
  asked.signal?.throwIfAborted();
  const pending = pendingOauth(client, prepared, asked, 'redirect');
  if (!client.keys.durable || !keepPending(pending)) throw storageBlocked(client.keys.reason);
  return new Promise((_, reject) => {
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      removeEventListener('pageshow', back);
      dropPending(pending.state);
      reject(new OauthError('OAUTH_CANCELLED', 'The person came back without having logged in.'));
    };
    addEventListener('pageshow', back);
    location.assign(prepared.url);
  });
}
