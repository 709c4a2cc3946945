import { expect } from 'vitest';
import { oauthNonce } from '../../src/crypto/oauthNonce.js';
import { testShared, wireVector } from '../support/publishedVectors.js';

testShared(
  wireVector('oauth-nonce-1'),
  'the nonce is the hash of the text of the key',
  async ({ publicKeyHex = '', nonceHex }) => {
    expect(await oauthNonce(publicKeyHex)).toBe(nonceHex);
  },
);
