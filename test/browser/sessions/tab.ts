import type { KeyStore } from '../../../src/sessions/keyStore.js';
import type { withLock } from '../../../src/sessions/locks.js';
import type { Session } from '../../../src/sessions/session.js';
import type { SessionStore } from '../../../src/sessions/sessionStore.js';

/** A second page of this origin: its own modules, its own connections, its own events. */
export type Tab = { keys: KeyStore; store: SessionStore; withLock: typeof withLock; window: Window; close(): void };

/** Opens a page in a frame. Its store has a subscriber, as any app has. */
export async function openTab(): Promise<Tab> {
  const frame = document.createElement('iframe');
  const made = `made${crypto.randomUUID()}`;
  const loaded = new Promise<Omit<Tab, 'window' | 'close'>>((resolve) => Object.assign(window, { [made]: resolve }));
  frame.srcdoc = `<script type="module">
    import { openKeyStore } from '${location.origin}/src/sessions/openKeyStore.ts';
    import { createSessionStore } from '${location.origin}/src/sessions/sessionStore.ts';
    import { withLock } from '${location.origin}/src/sessions/locks.ts';
    const keys = openKeyStore();
    const store = createSessionStore({ keys, clock: Date.now });
    store.subscribe(() => {});
    parent['${made}']({ keys, store, withLock });
  </script>`;
  document.body.append(frame);
  const page = await loaded;
  if (frame.contentWindow === null) throw new Error('the frame has no page');
  await page.store.current();
  return { ...page, window: frame.contentWindow, close: () => frame.remove() };
}

/** Clears the device. Does not resolve while a connection to its database is open. */
export async function clearDevice(): Promise<void> {
  localStorage.clear();
  for (const name of ['latchkey', 'latchkey.targets'])
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name);
      deleting.onsuccess = resolve;
      deleting.onerror = () => reject(deleting.error);
    });
}

/** A session of a quarter of an hour, with a new key. */
export async function newSession(keys: KeyStore, more: Partial<Session> = {}): Promise<Session> {
  const { publicKey } = await keys.create();
  const openedAtMs = Date.now();
  return {
    organizationId: 'organization-1',
    userId: 'ada',
    publicKey,
    openedAtMs,
    expiresAtMs: openedAtMs + 15 * 60_000,
    ...more,
  };
}
