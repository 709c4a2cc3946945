import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openKeyStore } from '../../../src/sessions/openKeyStore.js';
import { createSessionStore } from '../../../src/sessions/sessionStore.js';
import { eventually } from '../../support/eventually.js';
import { clearDevice, newSession } from './tab.js';

const minuteMs = 60_000;

beforeEach(clearDevice);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('a page that was away', () => {
  test.each([
    ['focus', window],
    ['pageshow', window],
    ['visibilitychange', document],
  ])('checks the clock again on %s', async (type, target) => {
    const page = openPage();
    await page.store.open(await newSession(page.keys));
    page.nowMs += 16 * minuteMs;
    expect(page.store.getSnapshot().sessions).toHaveLength(1);
    target.dispatchEvent(new Event(type, { bubbles: true }));
    await eventually(() => expect(page.store.getSnapshot().sessions).toEqual([]));
    await eventually(async () => expect(await page.keys.list()).toEqual([]));
    page.leave();
  });

  test('does not listen once nobody subscribes', async () => {
    const page = openPage();
    await page.store.open(await newSession(page.keys));
    page.leave();
    page.nowMs += 16 * minuteMs;
    window.dispatchEvent(new Event('focus'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(page.store.getSnapshot().sessions).toHaveLength(1);
  });
});

test('a session ends by the page’s own timer', async () => {
  const keys = openKeyStore();
  const store = createSessionStore({ keys, clock: Date.now });
  const ended = vi.fn();
  const leave = store.onExpired(ended);
  const session = await store.open(await newSession(keys, { expiresAtMs: Date.now() + 6_000 }));
  await eventually(() => expect(ended.mock.calls).toEqual([[session]]));
  expect(Date.now()).toBeGreaterThanOrEqual(session.expiresAtMs);
  leave();
});

test('the keys of unfinished logins go when the page is opened an hour later', async () => {
  await openKeyStore({ clock: () => Date.now() - 61 * minuteMs }).create();
  const underWay = await openKeyStore().create();
  await createSessionStore({ keys: openKeyStore(), clock: Date.now }).current();
  expect(await openKeyStore().list()).toEqual([underWay.publicKey]);
});

test('a session whose key was cleared is dropped at the next visit', async () => {
  const page = openPage();
  await page.store.open(await newSession(page.keys));
  page.leave();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('latchkey').onsuccess = resolve;
  });
  expect(await openPage().store.current()).toMatchObject({ sessions: [], active: undefined });
  expect(Object.keys(localStorage)).toEqual([]);
});

describe('in a browser that stores nothing', () => {
  test('without IndexedDB, a login lasts as long as the page, and nothing is stored', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const page = openPage();
    const session = await page.store.open(await newSession(page.keys));
    expect(page.store.getSnapshot()).toMatchObject({ status: 'ready', durable: false, active: session });
    expect(Object.keys(localStorage)).toEqual([]);
    await page.store.close(session.publicKey);
    expect(page.store.getSnapshot().sessions).toEqual([]);
    page.leave();
  });

  test('an IndexedDB that fails at one visit does not cost the session', async () => {
    const page = openPage();
    const session = await page.store.open(await newSession(page.keys));
    page.leave();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('', 'UnknownError');
    });
    expect(await openPage().store.current()).toMatchObject({ durable: false, sessions: [] });
    vi.restoreAllMocks();
    expect((await openPage().store.current()).active).toEqual(session);
  });

  test('if reading localStorage throws, as with blocked cookies, a login lasts as long as the page', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const page = openPage();
    const session = await page.store.open(await newSession(page.keys));
    expect(page.store.getSnapshot()).toMatchObject({ durable: false, active: session });
    page.leave();
  });

  test('with a full localStorage, existing sessions are found, and a new login lasts as long as the page', async () => {
    const page = openPage();
    const earlier = await page.store.open(await newSession(page.keys));
    page.leave();
    fillStorage();
    const full = openPage();
    expect(await full.store.current()).toMatchObject({ durable: false, active: earlier });
    const later = await full.store.open(await newSession(full.keys, { userId: 'grace' }));
    expect(full.store.getSnapshot()).toMatchObject({ durable: false, active: later });
    await full.store.closeAll();
    expect(full.store.getSnapshot().sessions).toEqual([]);
    expect(await full.keys.list()).toEqual([]);
    full.leave();
  });
});

/** A page with one subscriber, whose time a test moves. */
function openPage() {
  const time = { nowMs: Date.now() };
  const keys = openKeyStore();
  const store = createSessionStore({ keys, clock: () => time.nowMs });
  return Object.assign(time, { keys, store, leave: store.subscribe(() => {}) });
}

function fillStorage(): void {
  for (let length = 2 ** 22; length >= 1; length /= 2) {
    try {
      for (let part = 0; ; part++) localStorage.setItem(`fill-${length}-${part}`, 'x'.repeat(length));
    } catch {
      // no space for this length: continue with half of it
    }
  }
}
