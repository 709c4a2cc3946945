import { type ChannelMessage, openChannel, readMessage } from './answerChannel.js';
import type { OauthReturn } from './oauthAnswer.js';
import { OauthError } from './oauthError.js';
import { type PendingLogin, pendingForMs } from './pendingLogins.js';
import { isAtHome } from './popup.js';

/** Options of waiting for a login's answer. */
export type Waiting = {
  readonly pending: PendingLogin;
  /** The opened window; absent after a reload. */
  readonly popup?: Window | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
};

/**
 * Waits until the provider's answer reaches this page, by either way, and confirms it to the page that delivered it.
 *
 * A closed window is only a hint: a Cross-Origin-Opener-Policy makes an open one look closed, mostly from its first page on. So a window
 * that looks closed early is ignored, and one that was open for a while is given a grace period.
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
    // The last message is still being delivered.
    setTimeout(() => channel?.close(), 1_000);
  });
}

const lookEveryMs = 500;

/** A window that looked open for this long has shown its first page; from then on `closed` is mostly right. */
const believedAfterMs = 3_000;

/** Time between the closing of a window and the arrival of its answer. */
const graceMs = 2_000;
