import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64 } from '../../src/crypto/base64.js';
import { toHex } from '../../src/crypto/hex.js';
import { codeOf } from '../support/errors.js';

test('every row of bytes is read from the text that Node writes of it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(toHex(fromBase64(Buffer.from(bytes).toString('base64')))).toBe(Buffer.from(bytes).toString('hex'));
    }),
  );
});

test('each row of bytes has one text: every other one is refused', async () => {
  for (const [why, text] of Object.entries({
    'no padding': 'AQ',
    'half of the padding': 'AQ=',
    'padding for nothing': 'AQID=',
    'padding alone': '====',
    'padding in the middle': 'AQ==AQID',
    'the other alphabet': '-_-_',
    'unused bits': 'AR==',
    'a space': 'AQI ',
    'a line break': 'AQID\n',
    'another letter': 'AQIé',
  })) {
    expect(await codeOf(() => fromBase64(text)), why).toBe('BASE64_MALFORMED');
  }
  expect(fromBase64('')).toEqual(new Uint8Array());
  expect(toHex(fromBase64('+/+/'))).toBe('fbffbf');
});
