import type { Client } from '../createClient.js';
import { awaitAnswer } from '../oauth/awaitAnswer.js';
import type { OauthReturn } from '../oauth/oauthAnswer.js';
import { OauthError } from '../oauth/oauthError.js';
import type { CheckedOauthLogin } from '../oauth/oauthLogin.js';
import { dropPending, type PendingLogin } from '../oauth/pendingLogins.js';
import { closePopup } from '../oauth/popup.js';
import type { OpenedPopup } from './inPopup.js';
import { pendingOauth } from './pendingOauth.js';
import { takeWhenPrepared } from './prepareOauth.js';

/** The purpose of an opened window. */
export type Purpose<Result> = {
  /** Called before the answer is awaited. */
  readonly begun?: (pending: PendingLogin) => unknown;
  /** Handles the provider's answer. */
  readonly end: (client: Client, pending: PendingLogin, back: OauthReturn) => Promise<Result>;
};

/** Continues a login in its window to the end, and closes the window if the browser allows it. */
export async function oauthInPopup<Result>(
  client: Client,
  login: CheckedOauthLogin,
  { popup, ready }: OpenedPopup,
  { begun, end }: Purpose<Result>,
): Promise<Result> {
  const signal = supersede(client, login.signal);
  try {
    const prepared = ready ?? (await takeWhenPrepared(client, login.provider));
    if (!ready) popup.location.replace(prepared.url);
    const pending = pendingOauth(client, prepared, login, 'popup');
    begun?.(pending);
    return await answered(client, pending, { popup, signal, end });
  } finally {
    closePopup(popup);
  }
}

type Following<Result> = {
  readonly popup?: Window;
  readonly signal: AbortSignal;
  readonly end: Purpose<Result>['end'];
};

async function answered<Result>(client: Client, pending: PendingLogin, following: Following<Result>): Promise<Result> {
  const { popup, signal, end } = following;
  const { state, publicKey } = pending;
  try {
    const back = await awaitAnswer({ pending, popup, signal, nowMs: client.clock.onDevice() });
    dropPending(state);
    return await end(client, pending, back);
  } catch (error) {
    const onlyLooksClosed = popup && error instanceof OauthError && error.code === 'OAUTH_CANCELLED';
    if (onlyLooksClosed && !signal.aborted) void answered(client, pending, { signal, end }).catch(() => {});
    else {
      dropPending(state);
      await client.keys.remove(publicKey).catch(() => {});
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
