import { startTimer } from '../sessions/expiry.js';
import { hasAnswer } from './hasAnswer.js';
import { askForConfig, rememberConfig } from './knownConfig.js';
import type { LoginTools } from './loginOptions.js';
import type { LoginStore } from './loginStore.js';

/** Follows configuration, sessions, connection and clock while a login has listeners. @returns stops it */
export function watchLogin(store: LoginStore, tools: LoginTools): () => void {
  const { client, change, dispatch } = store;
  const { followConfig = askForConfig(client), setTimer = startTimer } = tools;
  const page = new AbortController();
  let stopTimer = () => {};
  const unfollow = followConfig((config) => {
    rememberConfig(client, config);
    change({ config });
  });

  /** If the app kept the screen mounted, a logout begins a new login. */
  function lookAtSessions(): void {
    const { status, active } = client.sessions.getSnapshot();
    if (status === 'ready' && active === undefined) dispatch({ type: 'loggedOut' });
  }

  function backOnline(): void {
    if (store.facts().otp.problem?.isOffline) dispatch({ type: 'waited' });
  }

  /** Times are computed from the clock, so that a device that slept shows the right ones. */
  function look(): void {
    const { problem } = store.facts().otp;
    if (problem && client.clock.onDevice() >= problem.atMs + (problem.retryAfterMs ?? Infinity))
      dispatch({ type: 'waited' });
    change();
    stopTimer = setTimer(look, LOOK_EVERY_MS);
  }

  if (hasReturned()) {
    const step = store.shown();
    if (step.at === 'contact') void step.completeReturn();
  }

  const unsubscribe = client.sessions.subscribe(lookAtSessions);
  globalThis.addEventListener?.('online', backOnline, { signal: page.signal });
  lookAtSessions();
  look();
  return () => {
    page.abort();
    unfollow();
    unsubscribe();
    stopTimer();
  };
}

/**
 * Whether this tab has a provider's answer, or one for the page that opened it: only then the flow that completes the login is loaded, and
 * the login is busy meanwhile. A login that was left unanswered holds nothing up.
 */
function hasReturned(): boolean {
  const { search = '', hash = '' } = globalThis.location ?? {};
  return /[?#&]state=[\w-]{43}(?:&|$)/.test(search + hash) || hasAnswer();
}

const LOOK_EVERY_MS = 250;
