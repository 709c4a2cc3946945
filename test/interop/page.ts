import 'fake-indexeddb/auto';

const stored = new Map<string, string>();

/** The globals of a browser that the client uses and Node lacks. Import this before the client. */
Object.assign(globalThis, {
  window: globalThis,
  document: {},
  location: { hostname: 'localhost', origin: 'http://localhost' },
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
});
