import { expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { hmacSha256, sha256 } from '../../src/crypto/digest.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { sharedJson, testShared } from '../support/publishedVectors.js';

type HmacTests = {
  testGroups: { tagSize: number; tests: { tcId: number; key: string; msg: string; tag: string; result: string }[] }[];
};

test('the digest of FIPS 180-4 for `abc` holds', async () => {
  expect(toHex(await sha256(utf8('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('an empty key is a key', async () => {
  const known = 'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad';
  expect(toHex(await hmacSha256(new Uint8Array(), new Uint8Array()))).toBe(known);
});

testShared(
  sharedJson<HmacTests>('vectors/wycheproof/hmac_sha256_test.json'),
  'the Wycheproof HMAC-SHA-256 cases hold',
  async (file) => {
    let cases = 0;
    for (const { tagSize, tests } of file.testGroups) {
      for (const { tcId, key, msg, tag, result } of tests) {
        const ours = toHex(await hmacSha256(fromHex(key), fromHex(msg))).slice(0, tagSize / 4);
        expect(ours === tag, `case ${tcId}`).toBe(result === 'valid');
        cases++;
      }
    }
    expect(cases).toBeGreaterThan(100);
  },
);
