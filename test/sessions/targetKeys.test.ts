import { expect, test } from 'vitest';
import { memoryTargetKeys } from '../../src/sessions/targetKeys.js';

// Those in IndexedDB: test/browser/sessions/targetKeys.test.ts.

test('a target key is listed for its purpose alone, and its private half cannot be read', async () => {
  const keys = memoryTargetKeys({ app: 'app', clock: () => 0 });
  const { publicKey, privateKey } = await keys.create({ purpose: 'export', keepUntilMs: 1000 });
  expect(await keys.list('login')).toEqual([]);
  expect(await keys.list('recovery')).toEqual([]);
  expect(await keys.list('export')).toMatchObject([{ publicKey }]);
  for (const format of ['pkcs8', 'jwk'] as const)
    await expect(crypto.subtle.exportKey(format, privateKey)).rejects.toThrow();
});

test('a target key is over when its time is, to the millisecond', async () => {
  let nowMs = 0;
  const keys = memoryTargetKeys({ app: 'app', clock: () => nowMs });
  const { publicKey } = await keys.create({ purpose: 'export', keepUntilMs: 1000 });
  nowMs = 999;
  expect(await keys.list('export')).toMatchObject([{ publicKey }]);
  nowMs = 1000;
  expect(await keys.list('export')).toEqual([]);
  nowMs = 0;
  expect(await keys.list('export')).toEqual([]);
});
