import { type ChannelMessage, type OauthReturn, openChannel, readMessage } from './answer.js';
import type { LoginWindow } from './loginWindow.js';
import { OauthError } from './oauthLogin.js';
import { type PendingLogin, pendingForMs } from './pendingLogins.js';

/** Options of waiting for a login's answer. */
type Waiting = {
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

type Watched = {
  /** Called a few times a second. */
  readonly onLook: (popup: Window) => void;
  /** Called once for each window that seems to be closed. */
  readonly onClosed: () => void;
};

/**
 * Watches whether a login's window is closed, until the signal is aborted.
 *
 * That is only a hint: a Cross-Origin-Opener-Policy makes an open one look closed, mostly from its first page on. So a window that looks
 * closed early is ignored until the person is back on this page, and one that was open for a while gets a grace period.
 *
 * @see HTML standard, "cross-origin opener policies"
 */
function watchClosing(popup: Pick<LoginWindow, 'current'>, signal: AbortSignal, { onLook, onClosed }: Watched): void {
  let seen = popup.current();
  let isTold = false;
  let openMs = 0;
  let closedMs = 0;
  let isBack = document.hasFocus();
  const back = () => {
    isBack = true;
  };
  addEventListener('focus', back, { signal });
  addEventListener('pointerdown', back, { signal, capture: true });
  addEventListener('blur', () => (isBack = false), { signal });

  function look(): void {
    const opened = popup.current();
    if (opened !== seen) {
      seen = opened;
      isTold = false;
      openMs = 0;
      closedMs = 0;
    }
    if (opened.closed) closedMs += lookEveryMs;
    else openMs += lookEveryMs;
    onLook(opened);
    const isBelieved = (isBack && closedMs >= backMs) || (openMs >= believedAfterMs && closedMs >= graceMs);
    if (!opened.closed || isTold || !isBelieved) return;
    isTold = true;
    onClosed();
  }

  const looking = setInterval(look, lookEveryMs);
  signal.addEventListener('abort', () => clearInterval(looking));
}

const lookEveryMs = 500;

/** A window that looked open for this long has shown its first page; from then on `closed` is mostly right. */
const believedAfterMs = 3_000;

/** Time between the closing of a window and the arrival of its answer. */
const graceMs = 2_000;

/** The same when the person is back on this page. */
const backMs = 1_000;

/** Whether the window shows a page of this origin; other pages cannot be inspected, and get no messages. */
function isAtHome(popup: Window): boolean {
  try {
    return popup.location.origin === location.origin && popup.location.href !== 'about:blank';
  } catch {
    return false;
  }
}
