import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { isHexOf } from '../../src/crypto/proofs/isHexOf.js';
import { codeOf, errorOf, printed } from '../support/errors.js';

test('bytes survive the way through hex', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toHex(fromHex(toHex(new Uint8Array(bytes))))).toBe(Buffer.from(bytes).toString('hex'));
    }),
    { numRuns: 100 },
  );
});

test('hex is read in either case and written in lower case', () => {
  expect(toHex(fromHex('00FfaB'))).toBe('00ffab');
});

test('anything else that is not hex is refused, and not repeated in the message', async () => {
  for (const text of ['0', '0x00', '0g', ' 00', '00\n', '00 11', '-1', '٠٠']) {
    expect(await codeOf(() => fromHex(text))).toBe('HEX_MALFORMED');
  }
  expect(printed(await errorOf(() => fromHex('secret')))).not.toContain('secret');
});

test('where a value has one text, that is lowercase hex of its length', () => {
  expect(isHexOf('00ab', 2)).toBe(true);
  expect(isHexOf('', 0)).toBe(true);
  for (const other of ['00AB', '00a', '00ab00', '00ag', '00ab\n', undefined, 4]) expect(isHexOf(other, 2)).toBe(false);
});
