import type { Session } from '../../sessions/session.js';
import { storageBlocked } from '../../sessions/sessionError.js';
import type { Client } from '../createClient.js';
import { type CheckedOauthLogin, OauthError } from './oauthLogin.js';
import { pendingLogin } from './pendingLogin.js';
import { dropPending, keepPending } from './pendingLogins.js';
import { takeWhenPrepared } from './prepareOauth.js';

/**
 * Leaves this tab for the provider. The page that it returns to completes the login.
 *
 * @returns never, unless the person comes back by the browser's back button, or the signal is aborted before the page is left: both cancel
 * the login
 * @throws {SessionError} SESSION_STORAGE_BLOCKED
 */
export async function leaveForProvider(client: Client, login: CheckedOauthLogin): Promise<Session> {
  const prepared = await takeWhenPrepared(client, { provider: login.provider });
  login.signal?.throwIfAborted();
  const pending = pendingLogin(client, prepared, login, 'redirect');
  if (!client.keys.durable || !keepPending(pending)) throw storageBlocked(client.keys.reason);
  return new Promise((_, reject) => {
    const end = new AbortController();
    const giveUp = (reason: unknown) => {
      end.abort();
      dropPending(pending.state);
      reject(reason);
    };
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) giveUp(new OauthError('OAUTH_CANCELLED', 'The person came back without having logged in.'));
    };
    const stop = () => {
      window.stop();
      giveUp(login.signal?.reason);
    };
    addEventListener('pageshow', back, end);
    login.signal?.addEventListener('abort', stop, end);
    location.assign(prepared.url);
  });
}
