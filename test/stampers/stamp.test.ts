import { expect, test } from 'vitest';
import { toBase64Url } from '../../src/crypto/base64url.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { createVerifier } from '../../src/crypto/createVerifier.js';
import { fromHex } from '../../src/crypto/hex.js';
import { createSigningKey, readPublicKey, verify } from '../../src/crypto/p256.js';
import { readAttestedStamp } from '../../src/stampers/attestedStamp.js';
import { keyStamper } from '../../src/stampers/keyStamper.js';
import { readStamp, type Stamp, stampHeader, verifyStamp, writeStamp } from '../../src/stampers/stamp.js';
import { readWebauthnStamp } from '../../src/stampers/webauthnStamp.js';
import { codeOf } from '../support/errors.js';
import { sharedJson, testShared, wireVector } from '../support/publishedVectors.js';

const scheme = 'SIGNATURE_SCHEME_TK_API_P256';
const stamp: Stamp = {
  publicKey: '0327a50032e6f0631d5605b6ada32b779074f346e81b68e12801640f1c9ee03dae',
  scheme,
  signature:
    '304402203623defd618eb3e219970496407ebe92447317dad75e412bd4a6267c3b5e22230220245b740848a72d08b60d6c84f339737b63db3bcbadb3bd0dcb1bfb865715d8b5',
};

/** A header with any JSON in it. */
function header(json: string): string {
  return toBase64Url(utf8(json));
}

const paddedHeader = (json: string) => Buffer.from(json).toString('base64').replaceAll('+', '-').replaceAll('/', '_');

test('a stamp is written as base64url of JSON, and read back', () => {
  expect(stampHeader).toBe('X-Stamp');
  expect(writeStamp(stamp)).toMatch(/^[\w-]+$/);
  expect(readStamp(writeStamp(stamp))).toEqual(stamp);
});

test('the members of a stamp may stand in any order', () => {
  const { publicKey, signature } = stamp;
  expect(readStamp(header(JSON.stringify({ signature, publicKey, scheme }, undefined, 1)))).toEqual(stamp);
});

testShared(
  wireVector<{ body: string; stampHeaderValue: string }>('x-stamp-p256-docs'),
  'the stamp of the public documents verifies over its body, and over no other',
  async (vector) => {
    const read = readStamp(vector.stampHeaderValue);
    expect(read).toEqual(stamp);
    expect(await verifyStamp(read, utf8(vector.body), verify)).toBe(true);
    expect(await verifyStamp(read, utf8(`${vector.body} `), verify)).toBe(false);
  },
);

testShared(wireVector('base64url-stamp-encoding'), 'the stamp of another public client is read', (vector) => {
  expect(readStamp(vector.base64url ?? '')).toEqual(JSON.parse(vector.json ?? ''));
});

type ActivityVector = Record<'postBody' | 'votePublicKey' | 'voteSignatureDerHex', string>;

testShared(
  wireVector<ActivityVector>('activity-fingerprint-1'),
  'the vote of a public client verifies over the body it sent',
  async (vector) => {
    const voted: Stamp = { publicKey: vector.votePublicKey, scheme, signature: vector.voteSignatureDerHex };
    expect(await verifyStamp(readStamp(writeStamp(voted)), utf8(vector.postBody), verify)).toBe(true);
  },
);

test('a stamp of another client may be padded, and have its hex in upper case', () => {
  const { publicKey, signature } = stamp;
  const upper = { scheme, publicKey: publicKey.toUpperCase(), signature: signature.toUpperCase() };
  for (const spaces of [0, 1, 2]) {
    const padded = paddedHeader(JSON.stringify(upper).padEnd(300 + spaces));
    expect(readStamp(padded)).toEqual(stamp);
    expect(readStamp(padded.replace(/=+$/, ''))).toEqual(stamp);
  }
});

test('the parts of a passkey’s stamp may be padded', () => {
  const parts = { authenticatorData: 'AQ', clientDataJson: 'AQI', credentialId: 'AQID', signature: 'AQIDBA' };
  const padded = { authenticatorData: 'AQ==', clientDataJson: 'AQI=', credentialId: 'AQID', signature: 'AQIDBA==' };
  expect(readWebauthnStamp(JSON.stringify(padded))).toEqual(readWebauthnStamp(JSON.stringify(parts)));
});

test('the stamp of a key that a token names may be padded, and have its hex in upper case', () => {
  const members = { publicKeyAttestation: 'Token', ...stamp, scheme: 'STAMP_ATTESTED_SCHEME_P256_OIDC' };
  const upper = { ...members, publicKey: stamp.publicKey.toUpperCase(), signature: stamp.signature.toUpperCase() };
  const padded = paddedHeader(JSON.stringify(upper).padEnd(400));
  expect(padded).toMatch(/=$/);
  expect(readAttestedStamp(padded)).toEqual(members);
});

test('padding that does not fit is refused', async () => {
  const text = header(JSON.stringify(stamp));
  expect(readStamp(`${text}==`)).toEqual(stamp);
  for (const wrong of [`${text}=`, `${text}===`, `${text}====`, `=${text}=`, `${text.slice(0, -1)}===`])
    expect(await codeOf(() => readStamp(wrong)), wrong).toBe('STAMP_MALFORMED');
});

test('anything that is not exactly a stamp is refused', async () => {
  const text = JSON.stringify(stamp);
  const changed = (members: object) => header(JSON.stringify({ ...stamp, ...members }));
  for (const wrong of [
    '',
    text,
    `${header(text)}=`,
    ` ${header(text)}`,
    `${header(text)},${header(text)}`,
    header('null'),
    header('[]'),
    header(text.replace('{', `{"publicKey":"${stamp.publicKey}",`)),
    header(`\ufeff${text}`),
    header(text.padEnd(1_000)),
    toBase64Url(Uint8Array.of(0xff)),
    changed({ scheme: 'SIGNATURE_SCHEME_TK_API_ED25519' }),
    changed({ scheme: 'SIGNATURE_SCHEME_TK_API_P384' }),
    changed({ scheme: 'toString' }),
    changed({ scheme: undefined }),
    changed({ scheme: [scheme] }),
    changed({ extra: 1 }),
    changed({ publicKey: undefined }),
    changed({ publicKey: `0x${stamp.publicKey}` }),
    changed({ publicKey: `04${stamp.publicKey.slice(2)}${stamp.publicKey.slice(2)}` }),
    changed({ signature: undefined }),
    changed({ signature: '' }),
    changed({ signature: `${stamp.signature}00` }),
    changed({ signature: stamp.signature.slice(0, -1) }),
    changed({ signature: '3006020100020101' }),
    changed({ signature: 'ab'.repeat(64) }),
  ]) {
    expect(await codeOf(() => readStamp(wrong)), wrong).toBe('STAMP_MALFORMED');
  }
});

test('a key that is not on its curve is found when the stamp is verified', async () => {
  const offCurve = readStamp(writeStamp({ ...stamp, publicKey: `02${'00'.repeat(31)}01` }));
  expect(await codeOf(() => verifyStamp(offCurve, utf8('body'), verify))).toBe('KEY_NOT_ON_CURVE');
});

test('a key stamps the bytes it is given, and nothing else', async () => {
  const key = await createSigningKey();
  const stamper = keyStamper(key);
  expect(stamper.publicKey).toBe(key.publicKey);
  for (const body of [new Uint8Array(), utf8('{}'), Uint8Array.of(0xff, 0)]) {
    const { name, value } = await stamper.stamp(body);
    expect(name).toBe('X-Stamp');
    expect(readStamp(value).publicKey).toBe(key.publicKey);
    expect(await verifyStamp(readStamp(value), body, verify)).toBe(true);
    expect(await verifyStamp(readStamp(value), utf8('other'), verify)).toBe(false);
  }
});

type EcdsaTests = {
  testGroups: {
    publicKey: { uncompressed: string };
    tests: { tcId: number; msg: string; sig: string; result: string }[];
  }[];
};

testShared(
  sharedJson<EcdsaTests>('vectors/wycheproof/ecdsa_secp256r1_sha256_test.json'),
  'the Wycheproof signatures are told apart when they come as stamps',
  async (file) => {
    const verifyKept = createVerifier();
    let cases = 0;
    for (const { publicKey: point, tests } of file.testGroups) {
      const publicKey = Buffer.from(readPublicKey(point.uncompressed)).toString('hex');
      for (const { tcId, msg, sig, result } of tests) {
        const accepted = async () =>
          verifyStamp(readStamp(writeStamp({ publicKey, scheme, signature: sig })), fromHex(msg), verifyKept);
        const answer = await accepted().catch((error: { code: string }) => error.code);
        expect([true, false, 'STAMP_MALFORMED'], `case ${tcId}`).toContain(answer);
        expect(answer === true, `case ${tcId}`).toBe(result === 'valid');
        cases++;
      }
    }
    expect(cases).toBe(484);
  },
);
