import 'fake-indexeddb/auto';

const stored = new Map<string, string>();

/** What a browser has and Node lacks, as far as a stranger asks for it. Import this before the stranger. */
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
