import { afterEach, expect, test, vi } from 'vitest';

const pageGlobals = ['window', 'document', 'navigator', 'localStorage', 'indexedDB', 'addEventListener'];
const before = pageGlobals.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

afterEach(() => {
  for (const [name, descriptor] of before) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

test('importing, making stores and taking the snapshot for a server touches nothing of a page', async () => {
  vi.resetModules();
  const touched = trapPageGlobals();
  const { openKeyStore } = await import('../../src/sessions/openKeyStore.js');
  const { createSessionStore } = await import('../../src/sessions/sessionStore.js');
  const { withLock } = await import('../../src/sessions/locks.js');
  const store = createSessionStore({ keys: openKeyStore(), clock: Date.now });
  expect(store.getServerSnapshot().status).toBe('loading');
  expect(withLock).toBeTypeOf('function');
  expect(touched).toEqual([]);
  expect(store.getSnapshot()).toBe(store.getServerSnapshot());
});

test('where everything of a page is there and throws, one can still log in', async () => {
  const { openKeyStore } = await import('../../src/sessions/openKeyStore.js');
  const { createSessionStore } = await import('../../src/sessions/sessionStore.js');
  const keys = openKeyStore();
  const store = createSessionStore({ keys, clock: () => 1_000 });
  trapPageGlobals();
  Object.defineProperty(globalThis, 'addEventListener', { configurable: true, value: undefined });
  const { publicKey } = await keys.create();
  const session = { organizationId: 'organization-1', userId: 'ada', publicKey, openedAtMs: 1_000, expiresAtMs: 2_000 };
  await store.open(session);
  expect(await store.current()).toEqual({ status: 'ready', durable: false, sessions: [session], active: session });
  expect(keys.reason?.code).toBe('SESSION_STORAGE_BLOCKED');
});

/** As Node 25's `localStorage` and a browser with blocked site data do: the name is there, and using it throws. */
function trapPageGlobals(): string[] {
  const touched: string[] = [];
  for (const name of pageGlobals) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        touched.push(name);
        throw new Error(`${name} is not for this page`);
      },
    });
  }
  return touched;
}
