import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { minuteMs, openDevice } from './device.js';

describe('expiry', () => {
  test('ends a session at its moment, deletes its key and tells of it once', async () => {
    const device = openDevice();
    const store = device.openTab();
    const onExpired = vi.fn();
    store.onExpired(onExpired);
    const session = await store.open(await device.newSession());
    device.advanceMs(15 * minuteMs - 1);
    expect((await store.current()).sessions).toEqual([session]);
    device.advanceMs(1);
    await eventually(() => expect(store.getSnapshot().sessions).toEqual([]));
    expect(await device.keys.list()).toEqual([]);
    await store.current();
    expect(onExpired.mock.calls).toEqual([[session]]);
  });

  test('is found at the next visit', async () => {
    const device = openDevice();
    const session = await device.openTab().open(await device.newSession());
    device.advanceMs(15 * minuteMs);
    const store = device.openTab();
    const onExpired = vi.fn();
    store.onExpired(onExpired);
    expect((await store.current()).sessions).toEqual([]);
    expect(await device.keys.list()).toEqual([]);
    expect(onExpired.mock.calls).toEqual([[session]]);
  });

  test('is not told of a session that was closed', async () => {
    const device = openDevice();
    const store = device.openTab();
    const onExpired = vi.fn();
    store.onExpired(onExpired);
    const session = await store.open(await device.newSession());
    await store.close(session.publicKey);
    device.advanceMs(15 * minuteMs);
    await store.current();
    expect(onExpired).not.toHaveBeenCalled();
  });

  test('is announced once before it comes, and again for the session that took its place', async () => {
    const device = openDevice();
    const store = device.openTab();
    const onExpiring = vi.fn();
    store.onExpiring(2 * minuteMs, onExpiring);
    const session = await store.open(await device.newSession());
    device.advanceMs(13 * minuteMs - 1);
    await store.current();
    expect(onExpiring).not.toHaveBeenCalled();
    device.advanceMs(1);
    await eventually(() => expect(onExpiring.mock.calls).toEqual([[session]]));
    device.advanceMs(minuteMs);
    await store.current();
    expect(onExpiring).toHaveBeenCalledTimes(1);
    const fresh = await store.replace(session.publicKey, await device.newSession());
    device.advanceMs(13 * minuteMs);
    await eventually(() => expect(onExpiring).toHaveBeenLastCalledWith(fresh));
  });

  test('is announced at once to somebody who asks later than that', async () => {
    const device = openDevice();
    const store = device.openTab();
    const session = await store.open(await device.newSession());
    device.advanceMs(14 * minuteMs);
    const onExpiring = vi.fn();
    store.onExpiring(2 * minuteMs, onExpiring);
    await eventually(() => expect(onExpiring.mock.calls).toEqual([[session]]));
  });

  test('sleeps through no more than a minute after the machine wakes', async () => {
    const device = openDevice();
    const store = device.openTab();
    store.subscribe(() => {});
    await store.open(await device.newSession());
    device.sleepMs(8 * 60 * minuteMs);
    device.advanceMs(minuteMs);
    await eventually(() => expect(store.getSnapshot().sessions).toEqual([]));
  });

  test('waits for a far end in steps that a timer can count', async () => {
    const device = openDevice();
    const store = device.openTab();
    store.subscribe(() => {});
    await store.open(await device.newSession({ expiresAtMs: device.clock() + 2 ** 40 }));
    expect(device.waits()).toEqual([minuteMs]);
  });

  test('keeps a timer only while somebody subscribes and somebody is logged in', async () => {
    const device = openDevice();
    const store = device.openTab();
    const unsubscribe = store.subscribe(() => {});
    await store.current();
    expect(device.waits()).toEqual([]);
    await store.open(await device.newSession());
    expect(device.waits()).toHaveLength(1);
    unsubscribe();
    expect(device.waits()).toEqual([]);
  });
});
