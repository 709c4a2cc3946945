import { expect, test } from 'vitest';
import { withSecret } from '../../../src/service/wipe.js';

test('a lent secret is overwritten after its use', async () => {
  const secret = Uint8Array.of(1, 2, 3);
  expect(await withSecret(secret, async (lent) => lent.join())).toBe('1,2,3');
  expect(secret).toEqual(new Uint8Array(3));
});

test('a lent secret is overwritten when its use fails', async () => {
  const secret = Uint8Array.of(1, 2, 3);
  const failure = new Error('no');
  await expect(withSecret(secret, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(secret).toEqual(new Uint8Array(3));
});
