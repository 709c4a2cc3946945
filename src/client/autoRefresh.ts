import { lastQuarterMs, type SetTimer, startTimer, waitMs } from '../sessions/expiry.js';
import type { Session } from '../sessions/session.js';
import type { Client } from './createClient.js';

/**
 * Renews the sessions of this device while the page is in use: each in the last quarter of its life, if a person has used the page since it
 * was opened. Of several tabs, one does it. An unused session expires.
 *
 * A `LatchkeyProvider` starts it, unless `autoRefresh: false` is set. On a server, without a page, it does nothing.
 *
 * @returns stops it
 */
export function autoRefresh(client: Client, setTimer: SetTimer = startTimer): () => void {
  if (typeof document === 'undefined') return () => {};
  const page = new AbortController();
  let usedAtMs = 0;
  let triedAtMs = 0;
  let isUnderWay = false;
  /** Public keys of sessions whose renewal would gain nothing. */
  const final = new Set<string>();
  let stopTimer = () => {};

  const isDue = (session: Session) => {
    const isLate = client.clock.onDevice() >= lastQuarterMs(session);
    return isLate && usedAtMs > session.openedAtMs && !final.has(session.publicKey);
  };

  async function renew(): Promise<void> {
    const nowMs = client.clock.onDevice();
    if (isUnderWay || nowMs - triedAtMs < pauseMs) return;
    const due = client.sessions.getSnapshot().sessions.filter(isDue);
    if (due.length === 0) return;
    isUnderWay = true;
    triedAtMs = nowMs;
    for (const old of due) await refresh(client, old).then((next) => settle(old, next), ignore);
    isUnderWay = false;
    wait();
  }

  /** Detects the end of a chain of renewals: the new session ends no later than the old one. */
  function settle(old: Session, next: Session): void {
    if (next.expiresAtMs <= old.expiresAtMs + pauseMs) final.add(next.publicKey);
  }

  /** Waits for the start of the next last quarter. */
  function wait(): void {
    stopTimer();
    const { sessions } = client.sessions.getSnapshot();
    if (sessions.length > 0) fetchFlow().catch(ignore);
    stopTimer = setTimer(look, waitMs(sessions.map(lastQuarterMs), client.clock.onDevice()));
  }

  function look(): void {
    void renew();
    wait();
  }

  const use = () => {
    usedAtMs = client.clock.onDevice();
    void renew();
  };

  for (const type of uses) addEventListener(type, use, { signal: page.signal, capture: true, passive: true });
  const unsubscribe = client.sessions.subscribe(wait);
  wait();
  return () => {
    page.abort();
    unsubscribe();
    stopTimer();
  };
}

/**
 * Loaded with the first session: not with the first view, to save bytes, and not at the moment of need, when a new deployment may have
 * removed the file.
 */
const fetchFlow = () => import('./flows/refreshSession.js');

const refresh = async (client: Client, session: Session): Promise<Session> =>
  (await fetchFlow()).refreshSession(client, { session });

/** Events that show that a person uses the page. */
const uses = ['pointerdown', 'keydown', 'wheel', 'touchstart'];

/** Between two attempts, if the first has failed. */
const pauseMs = 15_000;

function ignore(): void {}
