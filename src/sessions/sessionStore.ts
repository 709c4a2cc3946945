import { type Alarm, nextWaitMs, ring, type SetTimer, startTimer } from './expiry.js';
import type { KeyStore } from './keyStore.js';
import { type Session, writeSession } from './session.js';
import { SessionError } from './sessionError.js';
import { openSessionRecords, type SessionRecords, type SessionStorage } from './sessionRecords.js';

/** The sessions of this device. A state is immutable; each change makes another object. */
export type SessionState = {
  /** `loading` until the storage has been read, and on a server. */
  readonly status: 'loading' | 'ready';
  /** Whether sessions survive a reload. False in private mode, with blocked site data, or without space. */
  readonly durable: boolean;
  /** Newest first. */
  readonly sessions: readonly Session[];
  /** The session that requests are stamped by. When it ends, none is active: the person is never switched automatically. */
  readonly active: Session | undefined;
};

/** The sessions of one app on this device, the same in all its tabs. */
export type SessionStore = {
  /** The last known state; the same object until something changes. It is kept up to date while there are subscribers. */
  getSnapshot(): SessionState;
  /** The state on a server: always loading. */
  getServerSnapshot(): SessionState;
  /** Calls the listener after every change. The first subscriber starts reading the storage. */
  subscribe(listener: () => void): () => void;
  /** The current state: storage, keys and clock are read again. */
  current(): Promise<SessionState>;
  /**
   * Adds a session whose key is in the key store, and activates it. The others stay.
   *
   * @throws {SessionError} SESSION_GONE where the key is not there, or the session is over already
   */
  open(session: Session): Promise<Session>;
  /**
   * Activates a session, in all tabs.
   *
   * @throws {SessionError} SESSION_GONE
   */
  activate(publicKey: string): Promise<void>;
  /** Ends a session and deletes its key, in all tabs. A missing one is no error. */
  close(publicKey: string): Promise<void>;
  closeAll(): Promise<void>;
  /**
   * Replaces a session by its refreshed one: the new one is stored first, then the old key is deleted. If the old one has ended meanwhile,
   * it stays ended, and the new key is deleted.
   *
   * @throws {SessionError} SESSION_GONE
   */
  replace(oldPublicKey: string, session: Session): Promise<Session>;
  /**
   * Calls the listener once for each session, `warnBeforeMs` before its end (at once if it is nearer). Every tab calls its own listeners.
   */
  onExpiring(warnBeforeMs: number, listener: (session: Session) => void): () => void;
  /** Calls the listener for each session that has expired, after it has left the state. */
  onExpired(listener: (session: Session) => void): () => void;
};

export type SessionStoreOptions = {
  /** From {@link openKeyStore}. */
  keys: KeyStore;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Keeps the sessions of two apps on one origin apart: the configuration's or the organization's id. */
  name?: string;
  /** Default: the page's `localStorage`. */
  storage?: SessionStorage;
  /** For entries that the storage refuses. Default: of this store alone. */
  memory?: () => Map<string, string>;
  setTimer?: SetTimer;
};

/** Nothing is read before the first snapshot, subscriber or operation, so that servers can create one too. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { keys, clock, name = 'default', storage, memory, setTimer = startTimer } = options;
  const listeners = new Set<{ listener: () => void }>();
  const alarms = new Set<Alarm>();
  /** The public keys of sessions whose private key was found here. */
  const proven = new Set<string>();
  let opened: SessionRecords | undefined;
  let state = unread;
  let glimpse: SessionState | undefined;
  let attending: AbortController;
  let stopTimer = () => {};

  const watched = () => listeners.size + alarms.size > 0;
  const find = (publicKey: string) => state.sessions.find((session) => session.publicKey === publicKey);

  function records(): SessionRecords {
    opened ??= openSessionRecords(name, storage, memory?.());
    return opened;
  }

  /** The state before keys were checked: if nothing is stored, a login screen need not wait for another render. */
  function glance(): SessionState {
    glimpse ??= keys.durable && records().durable && records().sessions().length === 0 ? nobody : unread;
    return glimpse;
  }

  function wake(): void {
    void sync();
  }

  async function sync(): Promise<void> {
    const unproven = records()
      .sessions()
      .filter(({ publicKey }) => !proven.has(publicKey));
    const isFirst = state === unread;
    await Promise.allSettled(unproven.map(prove));
    await update();
    if (!isFirst) return;
    // The state is already known: this opens the key store also when there is no session to check.
    await Promise.allSettled([sweep()]);
    await update();
  }

  /** A session without its key does not count. If the key store cannot answer, the entry is kept and not shown. */
  async function prove({ publicKey }: Session): Promise<void> {
    if (await keys.get(publicKey)) proven.add(publicKey);
    else if (keys.durable) records().drop(publicKey);
  }

  /** Deletes the keys of unfinished logins. */
  async function sweep(): Promise<void> {
    const old = await keys.list(clock() - longestLoginMs);
    if (records().durable) await Promise.all(old.filter((publicKey) => !records().mention(publicKey)).map(keys.remove));
  }

  /** Computes the state from the stored entries, and removes what has ended. */
  async function update(): Promise<void> {
    const now = clock();
    const stored = records().sessions();
    const living = stored.filter(({ expiresAtMs }) => expiresAtMs > now);
    const ended = new Map([...state.sessions, ...stored].map((session) => [session.publicKey, session]));
    for (const { publicKey } of living) ended.delete(publicKey);
    for (const publicKey of ended.keys()) {
      records().drop(publicKey);
      proven.delete(publicKey);
    }
    const removed = Promise.allSettled([...ended.keys()].map(keys.remove));
    const sessions = living.filter(({ publicKey }) => proven.has(publicKey)).map(asKnown);
    const active = sessions.find(({ publicKey }) => publicKey === records().active());
    const expired = [...ended.values()].filter(({ expiresAtMs }) => expiresAtMs <= now);
    stopTimer();
    if (watched() && sessions.length > 0) stopTimer = setTimer(wake, nextWaitMs(alarms, sessions, now));
    show({ status: 'ready', durable: keys.durable && records().durable, sessions, active });
    ring(alarms, sessions, expired, now);
    await removed;
  }

  function asKnown(session: Session): Session {
    const known = find(session.publicKey);
    return known !== undefined && writeSession(known) === writeSession(session) ? known : session;
  }

  function show(next: SessionState): void {
    if (isSame(next, state)) return;
    state = isSame(next, nobody) ? nobody : Object.freeze(next);
    for (const { listener } of listeners) listener();
  }

  /** From the first watcher to the last, page events and a timer keep the state up to date. */
  function watch<Watcher>(watchers: Set<Watcher>, watcher: Watcher): () => void {
    if (!watched()) {
      attending = new AbortController();
      for (const type of wakingEvents) globalThis.addEventListener?.(type, wake, { signal: attending.signal });
    }
    watchers.add(watcher);
    wake();
    return () => {
      watchers.delete(watcher);
      if (watched()) return;
      attending.abort();
      stopTimer();
    };
  }

  /** Writes based on the current state, and updates it. */
  async function change(write: () => void): Promise<void> {
    await sync();
    write();
    await sync();
    notifyPage();
  }

  function requireLive(publicKey: string): Session {
    const session = find(publicKey);
    if (session) return session;
    throw new SessionError('SESSION_GONE', 'This session, or its key, is no longer on this device: log in again.');
  }

  function keep(session: Session): void {
    if (keys.durable) records().keep(session);
    else records().hold(session);
  }

  return {
    getSnapshot: () => (state === unread ? glance() : state),
    getServerSnapshot: () => unread,
    subscribe: (listener) => watch(listeners, { listener }),
    async current() {
      await sync();
      return state;
    },
    async open(session) {
      await prove(session);
      await change(() => {
        if (!proven.has(session.publicKey)) return;
        keep(session);
        records().choose(session.publicKey);
      });
      return requireLive(session.publicKey);
    },
    async activate(publicKey) {
      await change(() => find(publicKey) && records().choose(publicKey));
      requireLive(publicKey);
    },
    close: (publicKey) => change(() => records().drop(publicKey)),
    closeAll: () =>
      change(() => {
        for (const { publicKey } of records().sessions()) records().drop(publicKey);
      }),
    async replace(oldPublicKey, session) {
      await prove(session);
      await change(() => {
        if (!find(oldPublicKey) || !proven.has(session.publicKey)) return;
        keep(session);
        if (records().active() === oldPublicKey) records().choose(session.publicKey);
        records().drop(oldPublicKey);
      });
      if (!find(session.publicKey)) await keys.remove(session.publicKey);
      return requireLive(session.publicKey);
    },
    onExpiring: (leadMs, listener) => watch(alarms, { leadMs, listener, notified: new WeakSet() }),
    onExpired: (listener) => watch(alarms, { leadMs: 0, listener, notified: new WeakSet() }),
  };
}

const loading: SessionState = { status: 'loading', durable: true, sessions: [], active: undefined };
const unread: SessionState = /* @__PURE__ */ Object.freeze(loading);

/** One constant, so that listeners are not notified again of the same state. */
const nobody: SessionState = /* @__PURE__ */ Object.freeze({ ...unread, status: 'ready' });

const isSame = (one: SessionState, other: SessionState) => JSON.stringify(one) === JSON.stringify(other);

/** A login must be completed within the lifetime of a verification token, one hour by default. */
const longestLoginMs = 3_600_000;

/** Notifies the other stores of this page, to which the browser sends no `storage` event, of a write. */
function notifyPage(): void {
  globalThis.dispatchEvent?.(new Event(written));
}

const written = 'latchkey.sessions';

/** Events after which a store must read again: another store has written, in this page or in another tab, or the page was suspended. */
const wakingEvents: readonly string[] = [written, 'storage', 'focus', 'pageshow', 'visibilitychange'];
