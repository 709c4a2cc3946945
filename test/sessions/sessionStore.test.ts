import { describe, expect, test, vi } from 'vitest';
import { memoryKeyStore } from '../../src/sessions/keyStore.js';
import { eventually } from '../support/eventually.js';
import { minuteMs, openDevice, textStorage } from './device.js';

describe('a snapshot', () => {
  test('is loading, with nobody logged in, until the key of what is written down has been seen', async () => {
    const device = openDevice();
    const session = await device.openTab().open(await device.newSession());
    const store = device.openTab();
    expect(store.getSnapshot()).toEqual({ status: 'loading', durable: true, sessions: [], active: undefined });
    expect(await store.current()).toMatchObject({ status: 'ready', active: session });
  });

  test('tells at the first glance that nobody is logged in where nothing is written down, and stays that object', async () => {
    const store = openDevice().openTab();
    const first = store.getSnapshot();
    expect(first).toEqual({ status: 'ready', durable: true, sessions: [], active: undefined });
    expect(await store.current()).toBe(first);
  });

  test('is loading where nothing can be kept, until that is told with it', async () => {
    const full = {
      ...textStorage(),
      setItem() {
        throw new Error('QuotaExceededError');
      },
    };
    for (const options of [{ storage: full }, { keys: memoryKeyStore() }]) {
      const store = openDevice().openTab(options);
      expect(store.getSnapshot().status).toBe('loading');
      expect(await store.current()).toMatchObject({ status: 'ready', durable: false });
    }
  });

  test('tells that nobody is logged in without waiting for the key store', async () => {
    const device = openDevice();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let durable = true;
    const keys = {
      ...device.keys,
      get durable() {
        return durable;
      },
      list: () => answered.then(() => []),
    };
    const store = device.openTab({ keys });
    store.subscribe(() => {});
    await eventually(() => expect(store.getSnapshot()).toMatchObject({ status: 'ready', durable: true, sessions: [] }));
    durable = false;
    answer();
    await eventually(() => expect(store.getSnapshot()).toMatchObject({ status: 'ready', durable: false }));
  });

  test('for a server is one constant, the same in all stores', async () => {
    const device = openDevice();
    const store = device.openTab();
    const before = store.getServerSnapshot();
    await store.open(await device.newSession());
    expect(store.getServerSnapshot()).toBe(before);
    expect(device.openTab().getServerSnapshot()).toBe(before);
    expect(device.openTab().getSnapshot()).toBe(before);
  });

  test('is the same object until something changes, and a session the same object as long as it does not', async () => {
    const device = openDevice();
    const store = device.openTab();
    await store.open(await device.newSession());
    const before = await store.current();
    expect(await store.current()).toBe(before);
    await store.open(await device.newSession({ userId: 'grace' }));
    const after = store.getSnapshot();
    expect(after).not.toBe(before);
    expect(after.sessions).toContain(before.active);
  });

  test('is announced to subscribers once a change, until they leave', async () => {
    const device = openDevice();
    const store = device.openTab();
    const listener = vi.fn();
    const unsubscribe = store.subscribe(listener);
    await eventually(() => expect(store.getSnapshot().status).toBe('ready'));
    expect(listener).toHaveBeenCalledTimes(1);
    await store.open(await device.newSession());
    expect(listener).toHaveBeenCalledTimes(2);
    unsubscribe();
    unsubscribe();
    await store.closeAll();
    expect(listener).toHaveBeenCalledTimes(2);
    expect(store.getSnapshot().sessions).toEqual([]);
  });
});

describe('sessions side by side', () => {
  test('stand newest first, and the one opened last is active', async () => {
    const device = openDevice();
    const store = device.openTab();
    const ada = await store.open(await device.newSession());
    device.advanceMs(1);
    const grace = await store.open(await device.newSession({ userId: 'grace' }));
    expect(await store.current()).toEqual({ status: 'ready', durable: true, sessions: [grace, ada], active: grace });
    await store.activate(ada.publicKey);
    expect(store.getSnapshot().active).toEqual(ada);
  });

  test('a second one of the same person does not end the first', async () => {
    const device = openDevice();
    const store = device.openTab();
    await store.open(await device.newSession());
    await store.open(await device.newSession());
    expect(store.getSnapshot().sessions).toHaveLength(2);
  });

  test('when the active one ends, nobody becomes somebody else unasked', async () => {
    const device = openDevice();
    const store = device.openTab();
    const ada = await store.open(await device.newSession());
    const grace = await store.open(await device.newSession({ userId: 'grace' }));
    await store.close(grace.publicKey);
    expect(store.getSnapshot()).toMatchObject({ sessions: [ada], active: undefined });
  });

  test('one that is not here cannot be chosen', async () => {
    const device = openDevice();
    const store = device.openTab();
    const ada = await store.open(await device.newSession());
    await expect(store.activate((await device.newSession()).publicKey)).rejects.toMatchObject({ code: 'SESSION_GONE' });
    expect(store.getSnapshot().active).toEqual(ada);
  });

  test('two apps on one origin do not see each other, even if one name begins with the other', async () => {
    const device = openDevice();
    const session = await device.openTab({ name: 'shop' }).open(await device.newSession());
    expect((await device.openTab({ name: 'shop.admin' }).current()).sessions).toEqual([]);
    await device.openTab({ name: 'shop.admin' }).open(await device.newSession());
    expect((await device.openTab({ name: 'shop' }).current()).sessions).toEqual([session]);
  });
});

describe('a session and its key', () => {
  test('end together', async () => {
    const device = openDevice();
    const store = device.openTab();
    const session = await store.open(await device.newSession());
    await store.close(session.publicKey);
    expect(await device.keys.list()).toEqual([]);
    expect(device.storage.texts).toEqual(new Map());
  });

  test('closing one that has ended already is no error', async () => {
    const device = openDevice();
    const store = device.openTab();
    const session = await store.open(await device.newSession());
    await store.close(session.publicKey);
    await store.close(session.publicKey);
    expect(store.getSnapshot().sessions).toEqual([]);
  });

  test('all end at once', async () => {
    const device = openDevice();
    const store = device.openTab();
    await store.open(await device.newSession());
    await store.open(await device.newSession({ userId: 'grace' }));
    await store.closeAll();
    expect(store.getSnapshot()).toMatchObject({ sessions: [], active: undefined });
    expect(await device.keys.list()).toEqual([]);
  });

  test('a session whose key is not here is neither opened nor written down, and changes nothing', async () => {
    const device = openDevice();
    const store = device.openTab();
    const ada = await store.open(await device.newSession());
    const before = new Map(device.storage.texts);
    const session = await device.newSession();
    await device.keys.remove(session.publicKey);
    await expect(store.open(session)).rejects.toMatchObject({ code: 'SESSION_GONE' });
    await expect(store.replace(ada.publicKey, session)).rejects.toMatchObject({ code: 'SESSION_GONE' });
    expect(device.storage.texts).toEqual(before);
    expect(store.getSnapshot()).toMatchObject({ sessions: [ada], active: ada });
  });

  test('a record whose key has gone is no session, and is dropped', async () => {
    const device = openDevice();
    const session = await device.openTab().open(await device.newSession());
    await device.keys.remove(session.publicKey);
    expect((await device.openTab().current()).sessions).toEqual([]);
    expect([...device.storage.texts.keys()].filter((name) => name.endsWith(session.publicKey))).toEqual([]);
  });

  test('the key of a login never finished goes an hour later; one of a login under way, or of another app, stays', async () => {
    const device = openDevice();
    const abandoned = await device.keys.create();
    const otherApp = await device.newSession({ expiresAtMs: device.clock() + 120 * minuteMs });
    await device.openTab({ name: 'other' }).open(otherApp);
    device.advanceMs(60 * minuteMs);
    const underWay = await device.keys.create();
    await device.openTab().current();
    expect(await device.keys.list()).toContain(abandoned.publicKey);
    device.advanceMs(1);
    await device.openTab().current();
    expect(await device.keys.list()).toEqual([otherApp.publicKey, underWay.publicKey]);
  });
});

describe('a refreshed session', () => {
  test('takes the place of the old one, whose key is deleted', async () => {
    const device = openDevice();
    const store = device.openTab();
    const old = await store.open(await device.newSession());
    const fresh = await store.replace(old.publicKey, await device.newSession());
    expect(store.getSnapshot()).toMatchObject({ sessions: [fresh], active: fresh });
    expect(await device.keys.list()).toEqual([fresh.publicKey]);
  });

  test('is written down before the old key is deleted', async () => {
    const device = openDevice();
    const writtenAtRemoval: boolean[] = [];
    const keys = {
      ...device.keys,
      async remove(publicKey: string) {
        writtenAtRemoval.push([...device.storage.texts.keys()].some((name) => name.endsWith(fresh.publicKey)));
        await device.keys.remove(publicKey);
      },
    };
    const store = device.openTab({ keys });
    const old = await store.open(await device.newSession());
    const fresh = await device.newSession();
    await store.replace(old.publicKey, fresh);
    expect(writtenAtRemoval).toEqual([true]);
  });

  test('is not chosen where another one is active', async () => {
    const device = openDevice();
    const store = device.openTab();
    const ada = await store.open(await device.newSession());
    const grace = await store.open(await device.newSession({ userId: 'grace' }));
    await store.replace(ada.publicKey, await device.newSession());
    expect(store.getSnapshot().active).toEqual(grace);
  });

  test('does not bring back a session that was closed in another tab meanwhile, and leaves no key', async () => {
    const device = openDevice();
    const [one, other] = [device.openTab(), device.openTab()];
    const old = await one.open(await device.newSession());
    const fresh = await device.newSession();
    await other.close(old.publicKey);
    await expect(one.replace(old.publicKey, fresh)).rejects.toMatchObject({ code: 'SESSION_GONE' });
    expect(one.getSnapshot().sessions).toEqual([]);
    expect(await device.keys.list()).toEqual([]);
  });
});

describe('two tabs', () => {
  test('that open a session at the same moment both keep it', async () => {
    const device = openDevice();
    const [one, other] = [device.openTab(), device.openTab()];
    const sessions = [await device.newSession(), await device.newSession({ userId: 'grace' })] as const;
    await Promise.all([one.open(sessions[0]), other.open(sessions[1])]);
    expect((await one.current()).sessions).toHaveLength(2);
    expect((await other.current()).sessions).toHaveLength(2);
  });

  test('agree on who is active, and a logout in one is a logout in both', async () => {
    const device = openDevice();
    const [one, other] = [device.openTab(), device.openTab()];
    const session = await one.open(await device.newSession());
    expect((await other.current()).active).toEqual(session);
    await other.close(session.publicKey);
    expect(await one.current()).toMatchObject({ sessions: [], active: undefined });
  });

  test('are logged out when the storage is cleared, and the keys go too', async () => {
    const device = openDevice();
    const store = device.openTab();
    await store.open(await device.newSession());
    device.storage.texts.clear();
    expect((await store.current()).sessions).toEqual([]);
    expect(await device.keys.list()).toEqual([]);
  });
});
