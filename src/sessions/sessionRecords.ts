import { readSession, type Session, writeSession } from './session.js';

/** What is needed of a storage; `localStorage` fits. All tabs of the origin must share it, as they share the keys. */
export type SessionStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The sessions of one app, as they are written down. */
export type SessionRecords = {
  /** Whether what is written stays. */
  readonly durable: boolean;
  /** Newest first, in the same order in every tab. What does not read as a session is passed over. */
  sessions(): Session[];
  /** The public key of the chosen session. */
  active(): string | null;
  /** Writes a session down for every tab and the next visit or, where that is refused, for this page. */
  keep(session: Session): void;
  /** Remembers a session for as long as this page lives. */
  hold(session: Session): void;
  choose(publicKey: string): void;
  drop(publicKey: string): void;
  /** Whether a session with this key is written down, be it of another app on this origin. */
  mention(publicKey: string): boolean;
};

/**
 * Each session is an entry of its own, `latchkey.sessions.<name>.<publicKey>`, and `….active` names the chosen one: so two tabs
 * that write at the same moment cannot undo each other's change.
 *
 * @param storage - the page's own if absent; one that cannot even be read counts as none.
 * @param memory - what the disk did not take; it hides what is on the disk
 */
export function openSessionRecords(
  name: string,
  storage?: SessionStorage,
  memory: Map<string, string> = new Map(),
): SessionRecords {
  const { session: prefix, active: pointer } = sessionEntries(name, { publicKey: '' });
  const disk = readable(() => storage ?? localStorage);
  let durable = true;

  const read = (entry: string) => memory.get(entry) ?? disk.getItem(entry);

  function write(entry: string, text: string) {
    memory.delete(entry);
    try {
      disk.setItem(entry, text);
    } catch {
      durable = false;
      memory.set(entry, text);
    }
  }

  function erase(entry: string) {
    memory.delete(entry);
    disk.removeItem(entry);
  }

  write(`${prefix}probe`, '');
  erase(`${prefix}probe`);

  /** The names of all entries that sessions are written in, those of other apps on this origin too. */
  const entries = () =>
    [...new Set([...memory.keys(), ...names(disk)])].filter((name) => name.startsWith('latchkey.sessions.'));

  return {
    get durable() {
      return durable;
    },
    sessions: () =>
      entries()
        .flatMap((entry) => {
          const session = readSession(read(entry));
          return session !== undefined && entry === prefix + session.publicKey ? session : [];
        })
        .sort((one, other) => other.openedAtMs - one.openedAtMs || (one.publicKey < other.publicKey ? -1 : 1)),
    active: () => read(pointer),
    keep: (session) => write(prefix + session.publicKey, writeSession(session)),
    hold: (session) => void memory.set(prefix + session.publicKey, writeSession(session)),
    choose(publicKey) {
      if (memory.has(prefix + publicKey)) memory.set(pointer, publicKey);
      else write(pointer, publicKey);
    },
    drop(publicKey) {
      erase(prefix + publicKey);
      // A choice that only memory holds stays there and names nobody: better none than the one that other tabs chose.
      if (disk.getItem(pointer) === publicKey) disk.removeItem(pointer);
    },
    mention: (publicKey) => entries().some((entry) => entry.endsWith(`.${publicKey}`)),
  };
}

/** The names of the entries that a session of an app is written in. */
export const sessionEntries = (
  name: string,
  { publicKey }: Pick<Session, 'publicKey'>,
): { readonly session: string; readonly active: string } => ({
  session: `latchkey.sessions.${name}.${publicKey}`,
  active: `latchkey.sessions.${name}.active`,
});

/** A storage that exists may still throw on every call, or lack its methods: what counts is whether it answers. */
function readable(find: () => SessionStorage): SessionStorage {
  try {
    const storage = find();
    storage.getItem('');
    names(storage);
    return storage;
  } catch {
    return absent;
  }
}

const absent: SessionStorage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem() {
    throw new Error('no storage');
  },
  removeItem() {},
};

function names(storage: SessionStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
}
