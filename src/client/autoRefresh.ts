import { renewableFromMs } from '../sessions/expiry.js';
import type { Session } from '../sessions/session.js';
import type { Client } from './createClient.js';

/**
 * Renews the sessions of this device by use: each at the first use after a quarter of its life, at most a day. Use is loading or showing
 * the page, a pointer, a key, or a request that a session stamps; time alone renews nothing, so that an unused session expires. Of several
 * tabs, one does it.
 *
 * A `LatchkeyProvider` starts it, unless `autoRefresh: false` is set. On a server, without a page, it does nothing.
 *
 * @returns stops it
 */
export function autoRefresh(client: Client): () => void {
  if (typeof document === 'undefined') return () => {};
  const page = new AbortController();
  let isLoaded = false;
  let triedAtMs = 0;
  let isUnderWay = false;
  /** Public keys of sessions whose renewal would gain nothing. */
  const final = new Set<string>();

  const isDue = (session: Session) =>
    client.clock.onDevice() >= renewableFromMs(session) && !final.has(session.publicKey);

  async function renew(): Promise<void> {
    const nowMs = client.clock.onDevice();
    if (isUnderWay || nowMs - triedAtMs < pauseMs) return;
    const due = client.sessions.getSnapshot().sessions.filter(isDue);
    if (due.length === 0) return;
    isUnderWay = true;
    triedAtMs = nowMs;
    for (const old of due) await refresh(client, old).then((next) => settle(old, next), ignore);
    isUnderWay = false;
  }

  /** Detects the end of a chain of renewals: the new session ends no later than the old one. */
  function settle(old: Session, next: Session): void {
    if (next.expiresAtMs <= old.expiresAtMs + pauseMs) final.add(next.publicKey);
  }

  const use = () => {
    void renew();
  };

  const show = () => {
    if (document.visibilityState === 'visible') use();
  };

  /** The page is loaded once its sessions are read. */
  function changed(): void {
    const { status, sessions } = client.sessions.getSnapshot();
    if (sessions.length > 0) fetchFlow().catch(ignore);
    if (isLoaded || status === 'loading') return;
    isLoaded = true;
    show();
  }

  for (const type of uses) addEventListener(type, use, { signal: page.signal, capture: true, passive: true });
  document.addEventListener('visibilitychange', show, { signal: page.signal });
  client.stampListeners.add(use);
  const unsubscribe = client.sessions.subscribe(changed);
  changed();
  return () => {
    page.abort();
    client.stampListeners.delete(use);
    unsubscribe();
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
