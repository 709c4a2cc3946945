import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../../../src/client/createClient.js';
import { openLink } from '../../../src/client/links/openLink.js';
import { noteUsed } from '../../../src/client/links/usedLinks.js';
import { dropLinkKeys } from '../../../src/client/session/dropLinkKeys.js';
import { targetKeysOf } from '../../../src/client/targetKeys.js';
import { sealCredentialBundle } from '../../../src/crypto/bundles.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { publicKeyOf, sign, verify } from '../../../src/crypto/p256.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import type { TargetKey } from '../../../src/sessions/targetKeys.js';
import { clearDevice } from './tab.js';

beforeEach(clearDevice);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const scalar = '1f'.repeat(32);
const app = { authProxyUrl: 'https://auth.example.com', authProxyConfigId: '00000000-0000-4000-8000-000000000001' };
let nowMs = 1_800_000_000_000;
const clock = () => nowMs;
const newPage = (more: object = {}) => createClient({ ...app, clock, ...more });
const hour = () => ({ keepUntilMs: nowMs + 3_600_000 });

const sealedTo = ({ publicKey }: TargetKey) => sealCredentialBundle(fromHex(scalar), fromHex(publicKey));

test('a bundle opens in another page of the same browser, as a non-extractable signing key', async () => {
  const target = await targetKeysOf(newPage()).create({ purpose: 'login', note: 'ada@example.com', ...hour() });
  const { key, target: found } = await openLink(newPage(), { bundle: await sealedTo(target), purpose: 'login' });
  expect(found).toMatchObject({ publicKey: target.publicKey, note: 'ada@example.com' });
  expect(key.publicKey).toBe(await publicKeyOf(scalar));
  const message = new TextEncoder().encode('a message');
  expect(await verify(fromHex(key.publicKey), await sign(key, message), message)).toBe(true);
  for (const each of [key.privateKey, found.privateKey]) {
    expect(each.extractable).toBe(false);
    for (const format of ['pkcs8', 'jwk'] as const)
      await expect(crypto.subtle.exportKey(format, each)).rejects.toThrow();
  }
});

test('the bytes that a bundle brought are overwritten once they are imported', async () => {
  const target = await targetKeysOf(newPage()).create({ purpose: 'login', ...hour() });
  const bundle = await sealedTo(target);
  const opened: ArrayBuffer[] = [];
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...given) => {
    const plaintext = await decrypt(...given);
    opened.push(plaintext);
    return plaintext;
  });
  await openLink(newPage(), { bundle, purpose: 'login' });
  expect(opened).toHaveLength(1);
  expect([...new Uint8Array(opened[0] as ArrayBuffer)]).toEqual(Array(32).fill(0));
});

test('a bundle for one purpose, app or browser opens for no other', async () => {
  const target = await targetKeysOf(newPage()).create({ purpose: 'login', ...hour() });
  const bundle = await sealedTo(target);
  const elsewhere = { code: 'LINK_FOR_ANOTHER_BROWSER' };
  await expect(openLink(newPage(), { bundle, purpose: 'recovery' })).rejects.toMatchObject(elsewhere);
  await expect(openLink(newPage({ sessionName: 'other' }), { bundle, purpose: 'login' })).rejects.toMatchObject(
    elsewhere,
  );
  const memory = newPage({ keys: memoryKeyStore() });
  await expect(openLink(memory, { bundle, purpose: 'login' })).rejects.toMatchObject(elsewhere);
});

test('a used bundle is reported as used, and an incomplete one as incomplete', async () => {
  const page = newPage();
  const target = await targetKeysOf(page).create({ purpose: 'login', ...hour() });
  const bundle = await sealedTo(target);
  await noteUsed(page, bundle);
  await targetKeysOf(page).remove(target.publicKey);
  await expect(openLink(newPage(), { bundle, purpose: 'login' })).rejects.toMatchObject({ code: 'LINK_USED' });
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(bundle);
  await targetKeysOf(page).create({ purpose: 'login', ...hour() });
  await expect(openLink(page, { bundle: bundle.slice(0, -4), purpose: 'login' })).rejects.toMatchObject({
    code: 'LINK_MALFORMED',
  });
});

test('a target key is forgotten when its time is over', async () => {
  const target = await targetKeysOf(newPage()).create({ purpose: 'login', ...hour() });
  const bundle = await sealedTo(target);
  nowMs += 3_600_000;
  await expect(openLink(newPage(), { bundle, purpose: 'login' })).rejects.toMatchObject({
    code: 'LINK_FOR_ANOTHER_BROWSER',
  });
  expect(await targetKeysOf(newPage()).list('login')).toEqual([]);
});

test('without storage, a bundle opens in the page that requested it', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const page = newPage();
  const target = await targetKeysOf(page).create({ purpose: 'login', ...hour() });
  const { key } = await openLink(page, { bundle: await sealedTo(target), purpose: 'login' });
  expect(key.publicKey).toBe(await publicKeyOf(scalar));
  await targetKeysOf(page).remove(target.publicKey);
  expect(await targetKeysOf(page).list('login')).toEqual([]);
});

test('of two links both the newer and the older open', async () => {
  const page = newPage();
  const targets = [
    await targetKeysOf(page).create({ purpose: 'recovery', ...hour() }),
    await targetKeysOf(page).create({ purpose: 'recovery', ...hour() }),
  ];
  for (const target of targets) {
    const opened = await openLink(page, { bundle: await sealedTo(target), purpose: 'recovery' });
    expect(opened.target.publicKey).toBe(target.publicKey);
  }
});

test('after a logout earlier links do not open any more, not even after a reload', async () => {
  const keys = targetKeysOf(newPage());
  for (const purpose of ['login', 'recovery', 'export'] as const) await keys.create({ purpose, ...hour() });
  const other = targetKeysOf(newPage({ sessionName: 'another app' }));
  await other.create({ purpose: 'login', ...hour() });
  await dropLinkKeys(newPage());
  expect(await keys.list('login')).toEqual([]);
  expect(await keys.list('recovery')).toEqual([]);
  expect(await keys.list('export')).toHaveLength(1);
  expect(await other.list('login')).toHaveLength(1);
});

test('a logout on a device that never requested a link leaves no database behind', async () => {
  await dropLinkKeys(newPage());
  const keys = targetKeysOf(newPage());
  await keys.create({ purpose: 'login', ...hour() });
  expect(await keys.list('login')).toHaveLength(1);
});
