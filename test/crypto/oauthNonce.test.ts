import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { oauthNonce } from '../../src/crypto/oauthNonce.js';
import { testShared, wireVector } from '../support/publishedVectors.js';

testShared(
  wireVector('oauth-nonce-1'),
  'the nonce is the hash of the text of the key',
  async ({ publicKeyHex = '', nonceHex }) => {
    expect(await oauthNonce(publicKeyHex)).toBe(nonceHex);
  },
);

test('another key, or the same in another spelling, has another nonce', async () => {
  const [key, other] = [`02${'ab'.repeat(32)}`, `03${'ab'.repeat(32)}`];
  expect(await oauthNonce(key)).toBe(createHash('sha256').update(key).digest('hex'));
  expect(new Set(await Promise.all([key, other, key.toUpperCase()].map(oauthNonce))).size).toBe(3);
});
