import { expect, test } from 'vitest';
import { pkceChallenge, randomText } from '../../src/crypto/pkce.js';

test('T-30 the challenge is that of RFC 7636, appendix B', async () => {
  expect(await pkceChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('T-30 T-31 a verifier, and a state, is 256 bits in 43 characters that a URL takes as they are, never twice the same', () => {
  const texts = Array.from({ length: 1000 }, randomText);
  expect(texts.filter((text) => !/^[\w-]{43}$/.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(1000);
});
