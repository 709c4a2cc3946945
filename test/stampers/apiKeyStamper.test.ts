import { afterEach, expect, test, vi } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { verify } from '../../src/crypto/p256.js';
import { apiKeyStamper } from '../../src/stampers/apiKeyStamper.js';
import { readStamp, verifyStamp } from '../../src/stampers/stamp.js';
import { codeOf } from '../support/errors.js';

const publicKey = '0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6';
const privateKey = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721';
const body = utf8('{"organizationId":"1"}');

afterEach(() => vi.restoreAllMocks());

test('an API key stamps as its own public key', async () => {
  const stamper = apiKeyStamper({ publicKey, privateKey });
  expect(stamper.publicKey).toBe(publicKey);
  const stamp = readStamp((await stamper.stamp(body)).value);
  expect(stamp.publicKey).toBe(publicKey);
  expect(await verifyStamp(stamp, body, verify)).toBe(true);
});

test('the key is imported at the first stamp, and once for all stamps', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey');
  const stamper = apiKeyStamper({ publicKey, privateKey });
  expect(importKey).not.toHaveBeenCalled();
  await Promise.all([stamper.stamp(body), stamper.stamp(body)]);
  const imports = importKey.mock.calls.length;
  expect(imports).toBeGreaterThan(0);
  await stamper.stamp(body);
  expect(importKey).toHaveBeenCalledTimes(imports);
});

test('halves of two pairs stamp nothing', async () => {
  const stamper = apiKeyStamper({ publicKey: `02${publicKey.slice(2)}`, privateKey });
  for (const _ of [1, 2]) expect(await codeOf(() => stamper.stamp(body))).toBe('KEY_MISMATCH');
});
