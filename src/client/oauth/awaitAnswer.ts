import { type ChannelMessage, openChannel, readMessage } from './answerChannel.js';
import type { OauthReturn } from './oauthAnswer.js';
import { OauthError } from './oauthError.js';
import { type PendingLogin, pendingForMs } from './pendingLogins.js';
import { isAtHome } from './popup.js';

/** How a page waits for the answer of a login. */
export type Waiting = {
  readonly pending: PendingLogin;
  /** The window that was opened; absent where the page was loaded again meanwhile. */
  readonly popup?: Window | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
};

/**
 * Waits until the provider's answer comes to this page, by whichever way is first, and tells the page that brought it.
 *
 * That the window looks closed is a hint and no more: a Cross-Origin-Opener-Policy makes an open one look so, mostly from its first
 * page on. One that looks closed early is therefore waited for; one that was there for a while is given a grace.
 *
 * @throws {OauthError} OAUTH_CANCELLED, OAUTH_TIMED_OUT; the signal's reason, once it is aborted
 * @see HTML standard, "cross-origin opener policies"
 */
export function awaitAnswer({ pending, popup, signal, nowMs }: Waiting): Promise<OauthReturn> {
  const { state, provider } = pending;
  const end = new AbortController();
  const channel = openChannel(state);
  return new Promise<OauthReturn>((resolve, reject) => {
    const take = (data: unknown, reply: (message: ChannelMessage) => void) => {
      const message = readMessage(data, state);
      if (message?.latchkeyOauth !== 'answer' || end.signal.aborted) return;
      reply({ latchkeyOauth: 'taken', state });
      resolve(message.back);
    };
    channel?.addEventListener('message', ({ data }) => take(data, (message) => channel.postMessage(message)), end);
    const hear = ({ data, origin, source }: MessageEvent) => {
      if (popup && source === popup && origin === location.origin)
        take(data, (message) => popup.postMessage(message, origin));
    };
    window.addEventListener('message', hear, end);
    signal?.addEventListener('abort', () => reject(signal.reason), end);
    if (signal?.aborted) reject(signal.reason);

    const late = setTimeout(
      () => reject(new OauthError('OAUTH_TIMED_OUT', `${provider.label} gave no answer within ten minutes.`)),
      Math.max(0, pending.startedAtMs + pendingForMs - nowMs),
    );
    let openMs = 0;
    let closedMs = 0;
    const look = setInterval(() => {
      if (!popup) return;
      if (popup.closed) closedMs += lookEveryMs;
      else openMs += lookEveryMs;
      if (isAtHome(popup)) popup.postMessage({ latchkeyOauth: 'ask', state }, location.origin);
      if (openMs >= believedAfterMs && closedMs >= graceMs)
        reject(new OauthError('OAUTH_CANCELLED', `The window of ${provider.label} was closed before it answered.`));
    }, lookEveryMs);
    end.signal.addEventListener('abort', () => {
      clearTimeout(late);
      clearInterval(look);
    });
  }).finally(() => {
    end.abort();
    // What was posted last is still on its way.
    setTimeout(() => channel?.close(), 1_000);
  });
}

const lookEveryMs = 500;

/** A window that looked open for so long has shown its first page, and whether it is closed is told truly from then on, mostly. */
const believedAfterMs = 3_000;

/** Between the closing of a window and its answer, which comes by another way. */
const graceMs = 2_000;
