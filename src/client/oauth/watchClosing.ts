import type { LoginWindow } from './popup.js';

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
export function watchClosing(
  popup: Pick<LoginWindow, 'current'>,
  signal: AbortSignal,
  { onLook, onClosed }: Watched,
): void {
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
