import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import type { OauthLogin } from '../oauth/oauthLogin.js';
import { refuseInApp } from '../oauth/refuseInApp.js';
import { checkedReturnPath } from '../oauth/returnPath.js';
import { inPopup } from './inPopup.js';

/**
 * Logs in at an identity provider; a person who is new here is signed up, with a wallet. To be called in the click itself, and not
 * after anything that is waited for: a browser opens no window later. {@link prepareOauth}, before it, makes the window open at the
 * provider at once.
 *
 * A window that looks closed ends it with OAUTH_CANCELLED. Looks deceive there: should its answer come after all, the person is logged
 * in nevertheless, unless another login was begun.
 *
 * @returns the new session, which is the active one. By `mode: 'redirect'` it never comes, since the page is left.
 * @throws {OauthError} POPUP_BLOCKED (offer the same by `mode: 'redirect'`), IN_APP_BROWSER, OAUTH_CANCELLED and the others
 * @throws {RefusedError} {@link UnreachableError} {@link AnswerError} of account, sign-up and login
 * @throws {SessionError} SESSION_STORAGE_BLOCKED: a redirect needs a browser that keeps something
 */
export async function loginWithOauth(client: Client, login: OauthLogin): Promise<Session> {
  const mode = login.mode ?? 'popup';
  refuseInApp(login.provider, mode);
  const asked = { ...login, returnTo: checkedReturnPath(login.returnTo ?? here(), location.origin) };
  // An async function runs to its first `await` at once: the window opens in the click.
  if (mode === 'popup')
    return inPopup(client, login.provider, async () => {
      const { loginInPopup } = await loadPart(import('./loginInPopup.js'));
      return (opened) => loginInPopup(client, asked, opened);
    });
  const { oauthInTab } = await loadPart(import('./oauthInTab.js'));
  return oauthInTab(client, asked);
}

const here = (): string => location.pathname + location.search + location.hash;
