import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import type { OauthReturn } from './answer.js';
import { awaitAnswer } from './awaitAnswer.js';
import type { LoginWindow, OpenedWindow } from './loginWindow.js';
import { type CheckedOauthLogin, OauthError, type WindowEvents } from './oauthLogin.js';
import { openOauthSession } from './openOauthSession.js';
import { pendingLogin } from './pendingLogin.js';
import { dropPending, keepPending, type PendingLogin } from './pendingLogins.js';
import { takeWhenPrepared } from './prepareOauth.js';

/** The purpose of an opened window. */
export type Purpose<Result> = {
  /** The key of the session that an identity is connected to: it outlives the window, unlike a login's own. */
  readonly sessionKey?: string;
  /** Called before the answer is awaited. */
  readonly begun?: (pending: PendingLogin) => unknown;
  /** Handles the provider's answer. */
  readonly end: (client: Client, pending: PendingLogin, back: OauthReturn) => Promise<Result>;
};

/** Continues a login in its window to the end, and closes the window if the browser allows it. */
export async function followWindow<Result>(
  client: Client,
  login: CheckedOauthLogin,
  { popup, ready }: OpenedWindow,
  { sessionKey, begun, end }: Purpose<Result>,
): Promise<Result> {
  const signal = supersede(client, login.signal);
  try {
    const prepared = ready ?? (await takeWhenPrepared(client, { provider: login.provider, sessionKey }));
    if (!ready) popup.goTo(prepared.url);
    const pending = pendingLogin(client, prepared, login, 'popup');
    begun?.(pending);
    return await answered(client, pending, { popup, signal, sessionKey, end, on: login.on });
  } finally {
    popup.close();
  }
}

type Following<Result> = {
  readonly popup?: LoginWindow;
  readonly signal: AbortSignal;
  readonly sessionKey: string | undefined;
  readonly end: Purpose<Result>['end'];
  readonly on?: WindowEvents | undefined;
};

async function answered<Result>(client: Client, pending: PendingLogin, following: Following<Result>): Promise<Result> {
  const { popup, signal, sessionKey, end, on } = following;
  const { state, publicKey } = pending;
  try {
    const back = await awaitAnswer({ pending, popup, signal, nowMs: client.clock.onDevice(), onClosed: on?.closed });
    on?.answered?.();
    dropPending(state);
    return await end(client, pending, back);
  } catch (error) {
    const onlyLooksClosed = popup && error instanceof OauthError && error.code === 'OAUTH_CANCELLED';
    if (onlyLooksClosed && !signal.aborted) void answered(client, pending, { signal, sessionKey, end }).catch(() => {});
    else {
      dropPending(state);
      if (publicKey !== sessionKey) await client.keys.remove(publicKey).catch(() => {});
    }
    throw error;
  }
}

/** One login at a time: beginning another cancels the one before. */
function supersede(client: Client, given: AbortSignal | undefined): AbortSignal {
  underWay.get(client)?.abort(new OauthError('OAUTH_CANCELLED', 'Another login was begun.'));
  const controller = new AbortController();
  underWay.set(client, controller);
  if (given?.aborted) controller.abort(given.reason);
  given?.addEventListener('abort', () => controller.abort(given.reason), { once: true });
  return controller.signal;
}

const underWay = new WeakMap<Client, AbortController>();

/**
 * Continues a login in its window until the session is open. If nothing can be stored, this page must stay open, since it holds all state.
 */
export function loginInWindow(client: Client, login: CheckedOauthLogin, opened: OpenedWindow): Promise<Session> {
  return followWindow(client, login, opened, { begun: keepPending, end: openOauthSession });
}
