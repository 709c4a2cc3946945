import { expect, test } from 'vitest';
import { fromHex } from '../../src/crypto/hex.js';
import { sign, verify } from '../../src/crypto/p256.js';
import { memoryKeyStore } from '../../src/sessions/keyStore.js';
import { openKeyStore } from '../../src/sessions/openKeyStore.js';

test('a key that was made is held, signs, and cannot be read', async () => {
  const keys = memoryKeyStore();
  const { publicKey } = await keys.create();
  const key = await keys.get(publicKey);
  if (key === undefined) throw new Error('the key is not there');
  const message = new TextEncoder().encode('a message');
  expect(await verify(fromHex(publicKey), await sign(key, message), message)).toBe(true);
  for (const format of ['pkcs8', 'jwk'] as const) {
    await expect(crypto.subtle.exportKey(format, key.privateKey)).rejects.toThrow();
  }
});

test('a key that was removed is gone, and removing it again is no error', async () => {
  const keys = memoryKeyStore();
  const { publicKey } = await keys.create();
  await keys.remove(publicKey);
  await keys.remove(publicKey);
  expect(await keys.get(publicKey)).toBeUndefined();
  expect(await keys.list()).toEqual([]);
});

test('keys are listed by the moment of their making', async () => {
  let nowMs = 1_000;
  const keys = memoryKeyStore({ clock: () => nowMs });
  const early = await keys.create();
  nowMs = 2_000;
  const late = await keys.create();
  expect(await keys.list()).toEqual([early.publicKey, late.publicKey]);
  expect(await keys.list(2_000)).toEqual([early.publicKey]);
});

test('without IndexedDB, keys are kept in memory, and the store gives the reason', async () => {
  const keys = openKeyStore();
  const { publicKey } = await keys.create();
  expect(await keys.get(publicKey)).toMatchObject({ publicKey });
  expect(await keys.list()).toEqual([publicKey]);
  expect(keys.durable).toBe(false);
  expect(keys.reason).toMatchObject({ code: 'SESSION_STORAGE_BLOCKED', cause: expect.any(ReferenceError) });
  await keys.remove(publicKey);
  expect(await keys.list()).toEqual([]);
});
