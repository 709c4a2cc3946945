import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { refuseInApp } from './inAppBrowser.js';
import { openLoginWindow } from './loginWindow.js';
import type { CompletedOauth, OauthLogin } from './oauthLogin.js';
import { checkedReturnPath } from './returnPath.js';

/**
 * Logs in at an identity provider; a new person is signed up, with a wallet. Call it directly in the click handler, before any `await`: a
 * browser opens no window later. After {@link prepareOauth} the window opens at the provider at once.
 *
 * If the window seems to be closed, it throws OAUTH_CANCELLED, or calls `on.closed`. Some browsers report this wrongly: if the answer
 * arrives after all, the person is still logged in, unless another login was begun.
 *
 * @returns the new session, which is the active one. With `mode: 'redirect'` the promise never settles, since the page is left.
 * @throws {OauthError} POPUP_BLOCKED (offer the same by `mode: 'redirect'`), IN_APP_BROWSER, OAUTH_CANCELLED and the others
 * @throws {RefusedError} {@link UnreachableError} {@link AnswerError} of account, sign-up and login
 * @throws {SessionError} SESSION_STORAGE_BLOCKED: a redirect needs a browser that keeps something
 */
export async function loginWithOauth(client: Client, login: OauthLogin): Promise<Session> {
  const mode = login.mode ?? 'popup';
  refuseInApp(login.provider, mode);
  const checked = { ...login, returnTo: checkedReturnPath(login.returnTo ?? here(), location.origin) };
  // An async function runs synchronously up to its first `await`: the window opens in the click.
  if (mode === 'popup')
    return openLoginWindow(client, { provider: login.provider, on: login.on }, async () => {
      const { loginInWindow } = await loadPart(import('./followWindow.js'));
      return (opened) => loginInWindow(client, checked, opened);
    });
  const { leaveForProvider } = await loadPart(import('./leaveForProvider.js'));
  return leaveForProvider(client, checked);
}

/**
 * Completes a login that was begun with `mode: 'redirect'`, on the page that it returns to: the redirect URL itself, or, with the ready
 * page of `latchkey/callback`, the page where it began. In a window that a login opened it hands the answer to the waiting page and closes
 * the window; if no page took it within four seconds, it throws OAUTH_STATE_MISMATCH. Call it once when the page has loaded.
 *
 * @returns `undefined` if there is no login to complete
 * @throws {OauthError} with `returnTo`, where it is known: OAUTH_DENIED, OAUTH_STATE_MISMATCH and the others
 * @throws {RefusedError} {@link UnreachableError} {@link AnswerError} {@link SessionError}
 */
export async function completeOauthLogin(client: Client): Promise<CompletedOauth | undefined> {
  const { completeReturned } = await loadPart(import('./returnedLogin.js')); // loaded when needed: pages that only offer the login do without it
  return completeReturned(client);
}

const here = (): string => location.pathname + location.search + location.hash;
