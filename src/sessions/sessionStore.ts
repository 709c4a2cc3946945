import { type Alarm, nextWaitMs, ring, type SetTimer, startTimer } from './expiry.js';
import type { KeyStore } from './keyStore.js';
import { tellPage, wakingEvents } from './pageEvents.js';
import { type Session, writeSession } from './session.js';
import { SessionError } from './sessionError.js';
import { openSessionRecords, type SessionRecords, type SessionStorage } from './sessionRecords.js';

/** Who is logged in on this device. A state is never changed: the next one is another object. */
export type SessionState = {
  /** `loading` until the storage has been read, and during server rendering. */
  readonly status: 'loading' | 'ready';
  /** Whether sessions survive a reload. False in private mode, where site data is blocked, or where no space is left. */
  readonly durable: boolean;
  /** Newest first. */
  readonly sessions: readonly Session[];
  /** The one that requests are made for. When it ends, none is chosen: nobody becomes somebody else unasked. */
  readonly active: Session | undefined;
};

/** The sessions of one app on this device, the same in all its tabs. */
export type SessionStore = {
  /**
   * The state as last seen; the same object until something changes. It is kept up to date while somebody subscribes. Where
   * nothing is written down, it tells from the first call on that nobody is logged in.
   */
  getSnapshot(): SessionState;
  /** The state of a page that a server renders: always the same, still loading. */
  getServerSnapshot(): SessionState;
  /** Calls the listener after every change. The first subscriber starts the reading of the storage. */
  subscribe(listener: () => void): () => void;
  /** The state as it is now: storage, keys and clock are looked at again. */
  current(): Promise<SessionState>;
  /**
   * Adds a session whose key is in the key store, and chooses it. The others stay.
   *
   * @throws {SessionError} SESSION_GONE where the key is not there, or the session is over already
   */
  open(session: Session): Promise<Session>;
  /**
   * Chooses one of the sessions, in all tabs.
   *
   * @throws {SessionError} SESSION_GONE
   */
  activate(publicKey: string): Promise<void>;
  /** Ends a session and deletes its key, in all tabs. One that has ended already is no error. */
  close(publicKey: string): Promise<void>;
  closeAll(): Promise<void>;
  /**
   * Puts a refreshed session in the place of an old one: the new one is written down first, then the old key is deleted.
   * Where the old one has ended meanwhile, it stays ended, and the new key is deleted.
   *
   * @throws {SessionError} SESSION_GONE
   */
  replace(oldPublicKey: string, session: Session): Promise<Session>;
  /** Tells of each session once, `warnBeforeMs` before its end (at once if it is nearer). Every tab tells its own listeners. */
  onExpiring(warnBeforeMs: number, listener: (session: Session) => void): () => void;
  /** Tells of each session that ran out, after it has left the state. */
  onExpired(listener: (session: Session) => void): () => void;
};

export type SessionStoreOptions = {
  /** As {@link openKeyStore} gives it. */
  keys: KeyStore;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Keeps the sessions of two apps on one origin apart: the configuration's or the organization's id. */
  name?: string;
  /** Default: the page's `localStorage`. */
  storage?: SessionStorage;
  /** For what the storage does not take. Default: of this store alone. */
  memory?: () => Map<string, string>;
  setTimer?: SetTimer;
};

/** Nothing is touched before the first snapshot, subscriber or operation, so that a server can make one too. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { keys, clock, name = 'default', storage, memory, setTimer = startTimer } = options;
  const listeners = new Set<{ listener: () => void }>();
  const alarms = new Set<Alarm>();
  /** The public keys of sessions whose private key has been seen here. */
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

  /** What is known before anything was proven: where nothing is written down, a login screen need not wait for another render. */
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
    // Who is logged in is told already: this opens the key store also where there is nothing to prove.
    await Promise.allSettled([sweep()]);
    await update();
  }

  /** A record without its key is no session. Where the key store cannot tell, the record is left and not shown. */
  async function prove({ publicKey }: Session): Promise<void> {
    if (await keys.get(publicKey)) proven.add(publicKey);
    else if (keys.durable) records().drop(publicKey);
  }

  /** Deletes the keys of logins that were never finished. */
  async function sweep(): Promise<void> {
    const old = await keys.list(clock() - longestLoginMs);
    if (records().durable) await Promise.all(old.filter((publicKey) => !records().mention(publicKey)).map(keys.remove));
  }

  /** Makes the state anew from what is written down now, and lets go of what has ended. */
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

  /** From the first watcher to the last, the page's events and a timer keep the state up to date. */
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

  /** Writes on what is known now, and shows what came of it. */
  async function change(write: () => void): Promise<void> {
    await sync();
    write();
    await sync();
    tellPage();
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
    onExpiring: (leadMs, listener) => watch(alarms, { leadMs, listener, told: new WeakSet() }),
    onExpired: (listener) => watch(alarms, { leadMs: 0, listener, told: new WeakSet() }),
  };
}

const unread: SessionState = Object.freeze({ status: 'loading', durable: true, sessions: [], active: undefined });

/** One constant, so that who was told so at the first glance is not told again. */
const nobody: SessionState = Object.freeze({ ...unread, status: 'ready' });

const isSame = (one: SessionState, other: SessionState) => JSON.stringify(one) === JSON.stringify(other);

/** A login that takes longer than a verification token lives, one hour by default, has to begin anew. */
const longestLoginMs = 3_600_000;
