import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derFromRaw, rawFromDer } from '../../src/crypto/der.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { codeOf } from '../support/errors.js';

const half = fc
  .tuple(fc.nat(31), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([zeros, bytes]) => bytes.fill(0, 0, zeros))
  .filter((bytes) => bytes.some((byte) => byte !== 0));

test('a signature survives the way through DER, however many zeros lead', () => {
  fc.assert(
    fc.property(half, half, (r, s) => {
      const raw = Uint8Array.from([...r, ...s]);
      expect(rawFromDer(derFromRaw(raw))).toEqual(raw);
    }),
    { numRuns: 200 },
  );
});

test('a text that is accepted is the only one of its signature', () => {
  const der = derFromRaw(fromHex(`${'00'.repeat(30)}80ff${'00'.repeat(31)}7f`));
  fc.assert(
    fc.property(fc.nat(der.length - 1), fc.nat(255), (index, byte) => {
      const changed = Uint8Array.from(der);
      changed[index] = byte;
      try {
        expect(derFromRaw(rawFromDer(changed))).toEqual(changed);
      } catch (error) {
        expect(error).toHaveProperty('code', 'DER_MALFORMED');
      }
    }),
    { numRuns: 1_000 },
  );
});

test('anything that is not minimal, positive and complete is refused', async () => {
  for (const [why, hex] of Object.entries({
    empty: '',
    'a sequence of nothing': '3000',
    'one integer': '3003020101',
    'three integers': '3009020101020101020101',
    'something behind the sequence': '300602010102010100',
    'something behind the integers': '30080201010201010500',
    'a sequence too short': '3005020101020101',
    'a sequence too long': '3007020101020101',
    'a length in long form': '308106020101020101',
    'an integer length in long form': '300702810101020101',
    'an indefinite length': '30800201010201010000',
    'another tag outside': '3106020101020101',
    'another tag inside': '3006030101020101',
    'a zero r': '3006020100020101',
    'a zero s': '3006020101020100',
    'an empty integer': '30050200020101',
    'a negative integer': '3006020180020101',
    'a zero too many': '300702020001020101',
    '33 bytes': `3026022101${'00'.repeat(32)}020101`,
    '33 bytes behind a zero': `302702220080${'00'.repeat(32)}020101`,
    'an integer past the end': '3006020101020901',
  })) {
    expect(await codeOf(() => rawFromDer(fromHex(hex))), why).toBe('DER_MALFORMED');
  }
});

test('only 64 bytes are written as DER', async () => {
  expect(toHex(derFromRaw(fromHex(`${'00'.repeat(31)}01${'ff'.repeat(32)}`)))).toBe(
    `3026020101022100${'ff'.repeat(32)}`,
  );
  for (const length of [0, 63, 65]) {
    expect(await codeOf(() => derFromRaw(new Uint8Array(length)))).toBe('RAW_MALFORMED');
  }
});

test('a signature over P-384 has halves of 48 bytes, and is as strict', async () => {
  const high = `02310080${'00'.repeat(46)}01`;
  expect(toHex(rawFromDer(fromHex(`3038${high}020300ff02`), 48))).toBe(`80${'00'.repeat(46)}01${'00'.repeat(46)}ff02`);
  for (const hex of [`3039023200${'80'.repeat(49)}020300ff02`, `303802317f${'00'.repeat(48)}020300ff02`]) {
    expect(await codeOf(() => rawFromDer(fromHex(hex), 48))).toBe('DER_MALFORMED');
  }
  expect(await codeOf(() => rawFromDer(fromHex(`3038${high}020300ff02`)))).toBe('DER_MALFORMED');
});
