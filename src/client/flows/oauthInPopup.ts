import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { awaitAnswer } from '../oauth/awaitAnswer.js';
import { OauthError } from '../oauth/oauthError.js';
import type { CheckedOauthLogin } from '../oauth/oauthLogin.js';
import { dropPending, keepPending, type PendingLogin } from '../oauth/pendingLogins.js';
import { closePopup } from '../oauth/popup.js';
import type { PreparedOauth } from '../oauth/preparedOauth.js';
import { finishOauth } from './finishOauth.js';
import { pendingOauth } from './pendingOauth.js';
import { takeWhenPrepared } from './prepareOauth.js';

/** The window of a login, and what was ready when it was opened: then it is at the provider already. */
export type OpenedPopup = { readonly popup: Window; readonly ready: PreparedOauth | undefined };

/** Follows a login in the window that was opened for it, to its session. Where the browser lets it, the window is closed in the end. */
export async function oauthInPopup(
  client: Client,
  asked: CheckedOauthLogin,
  { popup, ready }: OpenedPopup,
): Promise<Session> {
  const signal = supersede(client, asked.signal);
  try {
    const prepared = ready ?? (await takeWhenPrepared(client, asked.provider));
    if (!ready) popup.location.replace(prepared.url);
    const pending = pendingOauth(client, prepared, asked, 'popup');
    keepPending(pending); // where nothing is kept, this page has to stay: it has everything
    return await answered(client, pending, { popup, signal });
  } finally {
    closePopup(popup);
  }
}

type Following = { readonly popup?: Window; readonly signal: AbortSignal };

async function answered(client: Client, pending: PendingLogin, { popup, signal }: Following): Promise<Session> {
  const { state, publicKey } = pending;
  try {
    const back = await awaitAnswer({ pending, popup, signal, nowMs: client.clock.onDevice() });
    dropPending(state);
    return await finishOauth(client, pending, back);
  } catch (error) {
    const onlyLooksClosed = popup && error instanceof OauthError && error.code === 'OAUTH_CANCELLED';
    if (onlyLooksClosed && !signal.aborted) void answered(client, pending, { signal }).catch(() => {});
    else {
      dropPending(state);
      await client.keys.remove(publicKey).catch(() => {});
    }
    throw error;
  }
}

/** One login at a time: who begins another has given the one before up. */
function supersede(client: Client, given: AbortSignal | undefined): AbortSignal {
  underWay.get(client)?.abort(new OauthError('OAUTH_CANCELLED', 'Another login was begun.'));
  const controller = new AbortController();
  underWay.set(client, controller);
  if (given?.aborted) controller.abort(given.reason);
  given?.addEventListener('abort', () => controller.abort(given.reason), { once: true });
  return controller.signal;
}

const underWay = new WeakMap<Client, AbortController>();
