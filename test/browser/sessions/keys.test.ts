import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromHex } from '../../../src/crypto/hex.js';
import { sign, verify } from '../../../src/crypto/p256.js';
import { indexedDbKeyStore } from '../../../src/sessions/indexedDbKeyStore.js';
import { openKeyStore } from '../../../src/sessions/openKeyStore.js';
import { clearDevice, openTab } from './tab.js';

beforeEach(clearDevice);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a key in IndexedDB', () => {
  test('is stored before it is returned, survives closing and opening the database, and still signs', async () => {
    const { publicKey } = await indexedDbKeyStore().create();
    await expectToSign(await indexedDbKeyStore().get(publicKey), publicKey);
  });

  test('survives the page that made it', async () => {
    const tab = await openTab();
    const { publicKey } = await tab.keys.create();
    tab.close();
    await expectToSign(await openKeyStore().get(publicKey), publicKey);
  });

  test('cannot be read, neither when it is made nor when it comes back', async () => {
    const made = await indexedDbKeyStore().create();
    const back = await indexedDbKeyStore().get(made.publicKey);
    for (const key of [made, back]) {
      expect(key?.privateKey.extractable).toBe(false);
      for (const format of ['pkcs8', 'jwk', 'raw'] as const) {
        await expect(crypto.subtle.exportKey(format, key?.privateKey as CryptoKey)).rejects.toThrow();
      }
    }
  });

  test('is read once, however often it signs', async () => {
    const { publicKey } = await indexedDbKeyStore().create();
    const keys = indexedDbKeyStore();
    const open = vi.spyOn(indexedDB, 'open');
    const first = await keys.get(publicKey);
    expect(await keys.get(publicKey)).toBe(first);
    expect(open).toHaveBeenCalledTimes(1);
  });

  test('is gone in every page once it is removed', async () => {
    const keys = openKeyStore();
    const { publicKey } = await keys.create();
    await keys.remove(publicKey);
    expect(await keys.get(publicKey)).toBeUndefined();
    expect(await indexedDbKeyStore().get(publicKey)).toBeUndefined();
    expect(await indexedDbKeyStore().list()).toEqual([]);
  });

  test('is not kept in memory by a read that was running when it was removed', async () => {
    const { publicKey } = await indexedDbKeyStore().create();
    const keys = indexedDbKeyStore();
    await Promise.all([keys.get(publicKey), keys.remove(publicKey)]);
    expect(await keys.get(publicKey)).toBeUndefined();
  });

  test('is listed by the time of its creation', async () => {
    const early = await indexedDbKeyStore({ clock: () => 1_000 }).create();
    const late = await indexedDbKeyStore({ clock: () => 2_000 }).create();
    const keys = indexedDbKeyStore();
    expect((await keys.list()).sort()).toEqual([early.publicKey, late.publicKey].sort());
    expect(await keys.list(2_000)).toEqual([early.publicKey]);
  });

  test('does not block the deletion of the database, which the next key creates again', async () => {
    const keys = openKeyStore();
    await keys.create();
    await clearDevice();
    const { publicKey } = await keys.create();
    expect(await indexedDbKeyStore().list()).toEqual([publicKey]);
    expect(keys.durable).toBe(true);
  });

  test('leaves nothing behind of the test write before it', async () => {
    const keys = openKeyStore();
    expect(await keys.list()).toEqual([]);
    expect(keys.durable).toBe(true);
    expect(keys.reason).toBeUndefined();
  });
});

describe('where IndexedDB is blocked', () => {
  const blocked: [string, () => void][] = [
    ['is absent', () => vi.stubGlobal('indexedDB', undefined)],
    ['throws when it is opened', () => openingFails(new DOMException('insecure', 'SecurityError'))],
    ['refuses to open', openingIsRefused],
    ['does not store keys', () => storingFails(new DOMException('no keys', 'DataCloneError'))],
    ['takes a key and refuses at the end', abortAfterAdding],
  ];

  test.each(blocked)('because it %s, a key lives in memory, signs, and the store says why', async (_, block) => {
    block();
    const keys = openKeyStore();
    const { publicKey } = await keys.create();
    await expectToSign(await keys.get(publicKey), publicKey);
    expect(keys.durable).toBe(false);
    expect(keys.reason?.code).toBe('SESSION_STORAGE_BLOCKED');
    expect(await keys.list()).toEqual([publicKey]);
    await keys.remove(publicKey);
    expect(await keys.get(publicKey)).toBeUndefined();
  });

  test.each(blocked)('because it %s, a store without a fallback says so', async (_, block) => {
    block();
    await expect(indexedDbKeyStore().create()).rejects.toMatchObject({ code: 'SESSION_STORAGE_BLOCKED' });
  });

  test('only later, the earlier keys still sign', async () => {
    const keys = openKeyStore();
    const before = await keys.create();
    abortAfterAdding();
    const later = await keys.create();
    expect(keys.durable).toBe(false);
    await expectToSign(await keys.get(before.publicKey), before.publicKey);
    await expectToSign(await keys.get(later.publicKey), later.publicKey);
    expect((await keys.list()).sort()).toEqual([before.publicKey, later.publicKey].sort());
  });
});

async function expectToSign(key: Parameters<typeof sign>[0] | undefined, publicKey: string): Promise<void> {
  if (key === undefined) throw new Error('the key is not there');
  const message = new TextEncoder().encode('a message');
  expect(await verify(fromHex(publicKey), await sign(key, message), message)).toBe(true);
}

function openingFails(error: DOMException): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw error;
  });
}

function openingIsRefused(): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    const request = Object.assign(new EventTarget(), {
      onerror: () => {},
      error: new DOMException('', 'UnknownError'),
    });
    setTimeout(() => request.onerror());
    return request as unknown as IDBOpenDBRequest;
  });
}

function storingFails(error: DOMException): void {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw error;
  });
}

/** Fails like a browser that has no space left on the disk. */
function abortAfterAdding(): void {
  const { add } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, value) {
    const request = add.call(this, value);
    request.onsuccess = () => this.transaction.abort();
    return request;
  });
}
