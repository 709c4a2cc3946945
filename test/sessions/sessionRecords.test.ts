import { describe, expect, test, vi } from 'vitest';
import { memoryKeyStore } from '../../src/sessions/keyStore.js';
import { createSessionStore } from '../../src/sessions/sessionStore.js';
import { openDevice, textStorage } from './device.js';

describe('what is stored', () => {
  test('is what the members of a session say, and nothing that came with them', async () => {
    const device = openDevice();
    const session = await device.newSession();
    const withMore = { ...session, token: 'eyJhbGciOi', privateKey: 'c0ffee' };
    await device.openTab({ name: 'shop' }).open(withMore);
    expect(Object.fromEntries(device.storage.texts)).toEqual({
      [`latchkey.sessions.shop.${session.publicKey}`]: JSON.stringify({
        organizationId: session.organizationId,
        userId: session.userId,
        publicKey: session.publicKey,
        expiresAtMs: session.expiresAtMs,
        openedAtMs: session.openedAtMs,
        token: 'eyJhbGciOi',
      }),
      'latchkey.sessions.shop.active': session.publicKey,
    });
  });

  test.each(['', 'null', '[]', '{}', '{"organizationId"', 'a text'])(
    'is passed over where it does not read as a session: %j',
    async (text) => {
      const device = openDevice();
      const { publicKey } = await device.keys.create();
      device.storage.setItem(`latchkey.sessions.default.${publicKey}`, text);
      expect(await device.openTab().current()).toMatchObject({ status: 'ready', sessions: [] });
    },
  );

  test.each([
    { organizationId: '' },
    { userId: 7 },
    { userId: undefined },
    { publicKey: 'ADA' },
    { expiresAtMs: '1900000000000' },
    { expiresAtMs: 1e300 },
    { openedAtMs: null },
  ])('is passed over with a member of another kind: %o', async (wrong) => {
    const device = openDevice();
    const session = await device.newSession();
    device.storage.setItem(`latchkey.sessions.default.${session.publicKey}`, JSON.stringify({ ...session, ...wrong }));
    expect(await device.openTab().current()).toMatchObject({ status: 'ready', sessions: [] });
  });

  test('is passed over under the name of another key', async () => {
    const device = openDevice();
    const [session, other] = [await device.newSession(), await device.newSession()];
    device.storage.setItem(`latchkey.sessions.default.${other.publicKey}`, JSON.stringify(session));
    expect((await device.openTab().current()).sessions).toEqual([]);
  });
});

describe('where nothing can be kept', () => {
  test('in memory alone, a session lives as long as the page, and the state says so', async () => {
    const device = openDevice();
    const keys = memoryKeyStore(device);
    const store = device.openTab({ keys });
    const { publicKey } = await keys.create();
    const session = await store.open({ ...(await device.newSession()), publicKey });
    expect(store.getSnapshot()).toEqual({ status: 'ready', durable: false, sessions: [session], active: session });
    expect(device.storage.texts).toEqual(new Map());
    await store.close(publicKey);
    expect(store.getSnapshot().sessions).toEqual([]);
  });

  test('a storage that throws on every call counts as none', async () => {
    const device = openDevice();
    const poisoned = new Proxy(textStorage(), {
      get() {
        throw new Error('SecurityError');
      },
    });
    const store = device.openTab({ storage: poisoned });
    const session = await store.open(await device.newSession());
    expect(store.getSnapshot()).toMatchObject({ durable: false, active: session });
  });

  test('a storage without methods counts as none', async () => {
    const device = openDevice();
    vi.stubGlobal('localStorage', {});
    try {
      const store = createSessionStore({ keys: device.keys, clock: device.clock });
      expect(await store.current()).toMatchObject({ status: 'ready', durable: false });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('a storage without space still shows what it holds, and the next session lives in memory', async () => {
    const device = openDevice();
    const earlier = await device.openTab().open(await device.newSession());
    device.advanceMs(1);
    const full = {
      ...device.storage,
      get length() {
        return device.storage.length;
      },
      setItem() {
        throw new Error('QuotaExceededError');
      },
    };
    const store = device.openTab({ storage: full });
    expect(await store.current()).toMatchObject({ durable: false, active: earlier });
    const later = await store.open(await device.newSession({ userId: 'grace' }));
    expect(await store.current()).toMatchObject({ durable: false, sessions: [later, earlier], active: later });
    expect((await device.openTab().current()).active).toEqual(earlier);
    await store.close(later.publicKey);
    expect(store.getSnapshot()).toMatchObject({ sessions: [earlier], active: undefined });
    await store.close(earlier.publicKey);
    expect((await device.openTab().current()).sessions).toEqual([]);
  });

  test('a key store that cannot tell leaves the records alone', async () => {
    const device = openDevice();
    const session = await device.openTab().open(await device.newSession());
    const blocked = { ...memoryKeyStore(), reason: undefined };
    expect((await device.openTab({ keys: blocked }).current()).sessions).toEqual([]);
    expect((await device.openTab().current()).active).toEqual(session);
  });
});
