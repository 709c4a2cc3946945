import { readSession, type Session, writeSession } from './session.js';

/** The part of a storage that is used; `localStorage` fits. All tabs of the origin must share it, as they share the keys. */
export type SessionStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The stored sessions of one app. */
export type SessionRecords = {
  /** Whether written data survives the page. */
  readonly durable: boolean;
  /** Newest first, in the same order in every tab. Entries that do not parse are skipped. */
  sessions(): Session[];
  /** The public key of the active session. */
  active(): string | null;
  /** Stores a session for every tab and later visits or, if that is refused, for this page. */
  keep(session: Session): void;
  /** Keeps a session in this page's memory. */
  hold(session: Session): void;
  choose(publicKey: string): void;
  drop(publicKey: string): void;
  /** Whether a session with this key is stored, also by another app on this origin. */
  mention(publicKey: string): boolean;
};

/**
 * Each session is an entry of its own, `latchkey.sessions.<name>.<publicKey>`, and `….active` names the active one, so that two tabs that
 * write at the same moment cannot undo each other's change.
 *
 * @param storage - default: the page's own; one that cannot be read counts as none.
 * @param memory - entries that the storage refused; they take precedence over the storage
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

  /** The names of all session entries, also of other apps on this origin. */
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
      // A pointer in memory alone is kept, and then names no session: better none active than the one that other tabs chose.
      if (disk.getItem(pointer) === publicKey) disk.removeItem(pointer);
    },
    mention: (publicKey) => entries().some((entry) => entry.endsWith(`.${publicKey}`)),
  };
}

/** The names of an app's session entries. */
export const sessionEntries = (
  name: string,
  { publicKey }: Pick<Session, 'publicKey'>,
): { readonly session: string; readonly active: string } => ({
  session: `latchkey.sessions.${name}.${publicKey}`,
  active: `latchkey.sessions.${name}.active`,
});

/** A storage may exist and still throw on every call, or lack its methods: a test read decides. */
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
