import { type ChannelMessage, openChannel, readMessage } from './answerChannel.js';
import type { OauthReturn } from './oauthAnswer.js';
import { OauthError } from './oauthError.js';
import { type PendingLogin, pendingForMs } from './pendingLogins.js';
import { isAtHome, type LoginWindow } from './popup.js';
import { watchClosing } from './watchClosing.js';

/** Options of waiting for a login's answer. */
export type Waiting = {
  readonly pending: PendingLogin;
  /** The opened window; absent after a reload. */
  readonly popup?: Pick<LoginWindow, 'current'> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Called when the window seems to be closed; without it, the wait ends then. */
  readonly onClosed?: (() => void) | undefined;
};

/**
 * Waits until the provider's answer reaches this page, by either way, and confirms it to the page that delivered it.
 *
 * @throws {OauthError} OAUTH_CANCELLED, OAUTH_TIMED_OUT; the signal's reason, once it is aborted
 */
export function awaitAnswer({ pending, popup, signal, nowMs, onClosed }: Waiting): Promise<OauthReturn> {
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
      const opened = popup?.current();
      if (opened && source === opened && origin === location.origin)
        take(data, (message) => opened.postMessage(message, origin));
    };
    window.addEventListener('message', hear, end);
    signal?.addEventListener('abort', () => reject(signal.reason), end);
    if (signal?.aborted) reject(signal.reason);

    const late = setTimeout(
      () => reject(new OauthError('OAUTH_TIMED_OUT', `${provider.label} gave no answer within ten minutes.`)),
      Math.max(0, pending.startedAtMs + pendingForMs - nowMs),
    );
    end.signal.addEventListener('abort', () => clearTimeout(late));
    if (!popup) return;
    const closed = new OauthError('OAUTH_CANCELLED', `The window of ${provider.label} was closed before it answered.`);
    watchClosing(popup, end.signal, {
      onLook(opened) {
        if (isAtHome(opened)) opened.postMessage({ latchkeyOauth: 'ask', state }, location.origin);
      },
      onClosed: onClosed ?? (() => reject(closed)),
    });
  }).finally(() => {
    end.abort();
    // The last message is still being delivered.
    setTimeout(() => channel?.close(), 1_000);
  });
}
