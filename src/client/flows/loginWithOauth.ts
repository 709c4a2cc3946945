import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { inAppBrowserOf } from '../oauth/inAppBrowser.js';
import { OauthError } from '../oauth/oauthError.js';
import type { CheckedOauthLogin, OauthLogin } from '../oauth/oauthLogin.js';
import { closePopup, openPopup } from '../oauth/popup.js';
import { checkedReturnPath } from '../oauth/returnPath.js';
import { putBackPrepared, takePrepared } from './prepareOauth.js';

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
  if (mode === 'popup') return inPopup(client, asked);
  const { oauthInTab } = await loadPart(import('./oauthInTab.js'));
  return oauthInTab(client, asked);
}

const here = (): string => location.pathname + location.search + location.hash;

/** Google and Facebook refuse every browser inside an app; a window there is another page of the same view, or none. */
function refuseInApp(provider: string, mode: 'popup' | 'redirect'): void {
  const app = inAppBrowserOf(navigator);
  if (app === undefined || (mode === 'redirect' && !['google', 'facebook'].includes(provider))) return;
  throw new OauthError(
    'IN_APP_BROWSER',
    `This page is shown inside ${app}. Open it in the device's own browser to log in with ${provider}.`,
  );
}

async function inPopup(client: Client, asked: CheckedOauthLogin): Promise<Session> {
  const ready = takePrepared(client, asked.provider);
  const popup = openPopup();
  if (popup === undefined) {
    if (ready) putBackPrepared(client, ready);
    throw new OauthError('POPUP_BLOCKED', 'The browser opened no window. Continue in this tab instead.');
  }
  if (ready) popup.location.replace(ready.url);
  const { oauthInPopup } = await loadPart(import('./oauthInPopup.js')).catch((error: unknown) => {
    closePopup(popup);
    throw error;
  });
  return oauthInPopup(client, asked, { popup, ready });
}
