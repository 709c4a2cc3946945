import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiToBase64Url, fromBase64Url, toBase64Url } from '../../src/crypto/base64url.js';
import { fromUtf8 } from '../../src/crypto/bytes.js';
import { codeOf } from '../support/errors.js';
import { testShared, wireVector } from '../support/publishedVectors.js';

test('bytes survive the way through base64url', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = toBase64Url(new Uint8Array(bytes));
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64Url(text)).toEqual(new Uint8Array(bytes));
    }),
    { numRuns: 200 },
  );
});

test('ASCII text is encoded as its bytes are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(asciiToBase64Url(text)).toBe(toBase64Url(new TextEncoder().encode(text)));
    }),
    { numRuns: 500 },
  );
});

test('a text that is accepted is the only one of its bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'AQgwZ_-+/= '), maxLength: 6 }), (text) => {
      try {
        expect(toBase64Url(fromBase64Url(text))).toBe(text);
      } catch (error) {
        expect(error).toHaveProperty('code', 'BASE64URL_MALFORMED');
      }
    }),
    { numRuns: 500 },
  );
});

test('padding, white space, the other alphabet and stray bits are refused', async () => {
  for (const text of ['AA==', 'AA=', 'A', 'AAAAA', 'A A', 'AA\n', '+A', '/A', 'AB', 'AAB', 'AAAé']) {
    expect(await codeOf(() => fromBase64Url(text)), text).toBe('BASE64URL_MALFORMED');
  }
});

testShared(wireVector('base64url-stamp-encoding'), 'a stamp is encoded as the public clients do it', (vector) => {
  expect(fromUtf8(fromBase64Url(vector.base64url ?? ''))).toBe(vector.json);
});
