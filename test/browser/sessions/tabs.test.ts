import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { clearDevice, newSession, openTab, type Tab } from './tab.js';

const tabs: Tab[] = [];

beforeEach(clearDevice);
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});

describe('pages of one origin', () => {
  test('find a session after a reload, with its key', async () => {
    const first = await open();
    const session = await first.store.open(await newSession(first.keys));
    first.close();
    const second = await open();
    expect(second.store.getSnapshot()).toMatchObject({ status: 'ready', durable: true, active: session });
    expect(await second.keys.get(session.publicKey)).toBeDefined();
  });

  test('see a login in another page', async () => {
    const [one, other] = [await open(), await open()];
    const session = await one.store.open(await newSession(one.keys));
    await eventually(() => expect(other.store.getSnapshot().active).toEqual(session));
  });

  test('see which session became active', async () => {
    const [one, other] = [await open(), await open()];
    const ada = await one.store.open(await newSession(one.keys));
    await one.store.open(await newSession(one.keys, { userId: 'grace' }));
    await eventually(() => expect(other.store.getSnapshot().active?.userId).toBe('grace'));
    await other.store.activate(ada.publicKey);
    await eventually(() => expect(one.store.getSnapshot().active).toEqual(ada));
  });

  test('are all logged out by a logout in one, and no key is left in any', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, open));
    const [first, ...others] = all as [Tab, ...Tab[]];
    const { publicKey } = await first.store.open(await newSession(first.keys));
    for (const tab of others) await eventually(() => expect(tab.store.getSnapshot().active).toBeDefined());
    await first.store.close(publicKey);
    for (const tab of all) {
      await eventually(() => expect(tab.store.getSnapshot()).toMatchObject({ sessions: [], active: undefined }));
      await eventually(async () => expect(await tab.keys.get(publicKey)).toBeUndefined());
    }
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('that all log out at once agree, and no key is left', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, open));
    const [first] = all as [Tab];
    await first.store.open(await newSession(first.keys));
    await Promise.all(all.map(({ store }) => store.closeAll()));
    for (const tab of all) expect(tab.store.getSnapshot().sessions).toEqual([]);
    expect(await first.keys.list()).toEqual([]);
  });

  test('that all refresh at once end with one live session and one key', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, open));
    const [first] = all as [Tab];
    const old = await first.store.open(await newSession(first.keys));
    let refreshes = 0;
    await Promise.all(all.map((tab) => tab.withLock('refresh', () => refresh(tab))));
    expect(refreshes).toBe(1);
    const keys = await first.keys.list();
    expect(keys).toHaveLength(1);
    for (const tab of all) {
      await eventually(() => expect(tab.store.getSnapshot().sessions.map(({ publicKey }) => publicKey)).toEqual(keys));
      expect(tab.store.getSnapshot().active?.publicKey).toBe(keys[0]);
    }

    async function refresh({ store, keys }: Tab): Promise<void> {
      const { sessions } = await store.current();
      if (!sessions.some(({ publicKey }) => publicKey === old.publicKey)) return;
      refreshes++;
      await store.replace(old.publicKey, await newSession(keys));
    }
  });

  test('never show a person as logged out while another tab refreshes', async () => {
    const [one, other] = [await open(), await open()];
    const old = await one.store.open(await newSession(one.keys));
    await eventually(() => expect(other.store.getSnapshot().active).toEqual(old));
    const seen: (string | undefined)[] = [];
    other.store.subscribe(() => seen.push(other.store.getSnapshot().active?.publicKey));
    const fresh = await one.store.replace(old.publicKey, await newSession(one.keys));
    await eventually(() => expect(other.store.getSnapshot().sessions).toEqual([fresh]));
    expect(seen).not.toContain(undefined);
  });

  test('are logged out when another one clears the storage', async () => {
    const tab = await open();
    const { publicKey } = await tab.store.open(await newSession(tab.keys));
    localStorage.clear();
    await eventually(() => expect(tab.store.getSnapshot().sessions).toEqual([]));
    await eventually(async () => expect(await tab.keys.get(publicKey)).toBeUndefined());
  });

  test('take turns under a lock, which a closed page releases', async () => {
    const [one, other] = [await open(), await open()];
    let entered = () => {};
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    void one.withLock('turn', () => {
      entered();
      return new Promise(() => {});
    });
    await inside;
    let done = false;
    const waiting = other.withLock('turn', async () => {
      done = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(done).toBe(false);
    one.close();
    await waiting;
    expect(done).toBe(true);
  });
});

async function open(): Promise<Tab> {
  const tab = await openTab();
  tabs.push(tab);
  return tab;
}
