import { memoryKeyStore } from '../../src/sessions/keyStore.js';
import type { Session } from '../../src/sessions/session.js';
import type { SessionStorage } from '../../src/sessions/sessionRecords.js';
import { createSessionStore, type SessionStore, type SessionStoreOptions } from '../../src/sessions/sessionStore.js';

export const minuteMs = 60_000;

/** A device whose keys and storage outlive its tabs, and whose time a test moves. */
export function openDevice() {
  let nowMs = 1_800_000_000_000;
  const timers = new Set<{ atMs: number; run: () => void }>();
  const clock = () => nowMs;
  const keys = { ...memoryKeyStore({ clock }), durable: true };
  const storage = textStorage();

  return {
    keys,
    storage,
    clock,
    /** How long each running timer still waits. */
    waits: () => [...timers].map(({ atMs }) => atMs - nowMs),
    /** Moves the clock, and fires due timers. */
    advanceMs(ms: number) {
      nowMs += ms;
      for (const timer of [...timers].filter(({ atMs }) => atMs <= nowMs)) {
        timers.delete(timer);
        timer.run();
      }
    },
    /** The machine sleeps: the clock moves, and timers do not. */
    sleepMs(ms: number) {
      nowMs += ms;
      for (const timer of timers) timer.atMs += ms;
    },
    openTab: (options: Partial<SessionStoreOptions> = {}): SessionStore =>
      createSessionStore({ keys, storage, clock, setTimer, ...options }),
    /** A session with a new key that lives for 15 minutes. */
    async newSession(more: Partial<Session> = {}): Promise<Session> {
      const { publicKey } = await keys.create();
      const moments = { openedAtMs: nowMs, expiresAtMs: nowMs + 15 * minuteMs };
      return { organizationId: 'organization-1', userId: 'ada', publicKey, ...moments, ...more };
    },
  };

  function setTimer(run: () => void, delayMs: number) {
    const timer = { atMs: nowMs + delayMs, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  }
}

/** A storage of texts, of which a test can see the inside. */
export function textStorage(): SessionStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  };
}
