import { p256 } from '@noble/curves/nist.js';
import { afterEach, expect, test, vi } from 'vitest';
import { concat, utf8 } from '../../src/crypto/bytes.js';
import { createVerifier } from '../../src/crypto/createVerifier.js';
import { rawFromDer } from '../../src/crypto/der.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import {
  agree,
  compressPoint,
  createAgreementKey,
  createSigningKey,
  decompressPoint,
  importAgreementKey,
  importSigningKey,
  publicKeyOf,
  readPublicKey,
  sign,
  verify,
} from '../../src/crypto/p256.js';
import { groupOrder } from '../../src/crypto/p256Curve.js';
import { codeOf, errorOf, printed } from '../support/errors.js';
import { sharedJson, testShared, wireVector } from '../support/publishedVectors.js';

const privateKey = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721';
const publicKey = '0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6';
const order = groupOrder.toString(16);
const message = utf8('sample');

afterEach(() => vi.restoreAllMocks());

test('a new key signs what its public key verifies, and cannot be read', async () => {
  const key = await createSigningKey();
  expect(key.publicKey).toMatch(/^0[23][\da-f]{64}$/);
  expect(key.privateKey.extractable).toBe(false);
  for (const format of ['pkcs8', 'jwk'] as const)
    await expect(crypto.subtle.exportKey(format, key.privateKey)).rejects.toThrow();
  const signature = await sign(key, message);
  expect(signature).toHaveLength(64);
  expect(await verify(fromHex(key.publicKey), signature, message)).toBe(true);
  expect(p256.verify(signature, message, fromHex(key.publicKey), { lowS: false })).toBe(true);
});

test('an API key is imported for signing alone, and cannot be read again', async () => {
  const key = await importSigningKey({ publicKey, privateKey });
  expect(key.privateKey.extractable).toBe(false);
  expect(key.privateKey.usages).toEqual(['sign']);
  expect(await verify(fromHex(publicKey), await sign(key, message), message)).toBe(true);
});

test('the halves of two pairs are refused together', async () => {
  const other = (await createSigningKey()).publicKey;
  const negated = `02${publicKey.slice(2)}`;
  for (const wrong of [other, negated, publicKey.toUpperCase(), '']) {
    expect(await codeOf(() => importSigningKey({ publicKey: wrong, privateKey }))).toBe('KEY_MISMATCH');
  }
});

test('a private key outside of 1 to the order - 1 is refused, and not repeated in the message', async () => {
  const tooLarge = (groupOrder + 1n).toString(16);
  for (const wrong of ['00'.repeat(32), order, tooLarge, 'ff'.repeat(32), '', privateKey.slice(2), `00${privateKey}`]) {
    expect(await codeOf(() => publicKeyOf(wrong))).toBe('KEY_OUT_OF_RANGE');
    expect(await codeOf(() => importSigningKey({ publicKey, privateKey: wrong }))).toBe('KEY_OUT_OF_RANGE');
    expect(await codeOf(() => importAgreementKey(fromHex(wrong)))).toBe('KEY_OUT_OF_RANGE');
  }
  expect(await codeOf(() => publicKeyOf(`0x${privateKey}`))).toBe('HEX_MALFORMED');
  expect(printed(await errorOf(() => publicKeyOf(tooLarge)))).not.toContain(tooLarge.slice(0, 16));
  expect(printed(await errorOf(() => publicKeyOf(`${privateKey}!`)))).not.toContain(privateKey.slice(0, 16));
  const mismatch = await errorOf(() => importSigningKey({ publicKey: `02${publicKey.slice(2)}`, privateKey }));
  expect(printed(mismatch)).not.toContain(privateKey.slice(0, 16));
});

for (const platform of ['the platform opens a bare scalar', 'the platform wants the point first'] as const) {
  test(`where ${platform}, the same keys come out`, async () => {
    if (platform === 'the platform wants the point first') refuseBareScalars();
    expect(await publicKeyOf(privateKey)).toBe(publicKey);
    for (const scalar of [1n, 2n, groupOrder - 1n]) {
      const hex = scalar.toString(16).padStart(64, '0');
      expect(await publicKeyOf(hex)).toBe(toHex(Uint8Array.from(p256.getPublicKey(fromHex(hex)))));
    }
    const key = await importSigningKey({ publicKey, privateKey });
    expect(await verify(fromHex(publicKey), await sign(key, message), message)).toBe(true);
    const [ours, theirs] = [await importAgreementKey(fromHex(privateKey)), await createAgreementKey()];
    expect(await agree(ours.privateKey, theirs.publicKey)).toEqual(await agree(theirs.privateKey, ours.publicKey));
  });
}

/** Some browsers open a PKCS #8 only when it names its public key, too. */
function refuseBareScalars(): void {
  const importKey = crypto.subtle.importKey.bind(crypto.subtle) as (...args: unknown[]) => Promise<CryptoKey>;
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...args: unknown[]) =>
    args[0] === 'pkcs8' ? Promise.reject(new DOMException('', 'DataError')) : importKey(...args),
  );
}

for (const id of ['api-key-fixture-p256', 'api-key-fixture-p256-rust', 'otp-verification-token-test-signer']) {
  testShared(
    wireVector(id),
    `the key pair ${id} belongs together`,
    async ({ privateKeyHex = '', publicKeyCompressedHex }) => {
      expect(await publicKeyOf(privateKeyHex)).toBe(publicKeyCompressedHex);
    },
  );
}

testShared(wireVector('pkcs8-p256-raw-key'), 'a scalar and the PKCS #8 around it give one point', async (vector) => {
  const pkcs8 = vector.pkcs8Hex ?? '';
  const point = compressPoint(fromHex(pkcs8.slice(-130)));
  expect(await publicKeyOf(vector.rawPrivateKeyHex ?? '')).toBe(toHex(point));
});

testShared(wireVector('point-decode-leading-zero-x'), 'an x that begins with zeros stays 32 bytes', (vector) => {
  const [compressed, uncompressed] = [vector.compressedHex ?? '', vector.uncompressedHex ?? ''];
  expect(toHex(decompressPoint(fromHex(compressed)))).toBe(uncompressed);
  expect(toHex(compressPoint(fromHex(uncompressed)))).toBe(compressed);
  expect(toHex(readPublicKey(uncompressed))).toBe(compressed);
  expect(toHex(readPublicKey(compressed))).toBe(compressed);
});

test('points are compressed and decompressed as noble does it', () => {
  for (let index = 0; index < 20; index++) {
    const compressed = Uint8Array.from(p256.getPublicKey(p256.utils.randomSecretKey()));
    const uncompressed = decompressPoint(compressed);
    expect(uncompressed).toEqual(Uint8Array.from(p256.Point.fromBytes(compressed).toBytes(false)));
    expect(compressPoint(uncompressed)).toEqual(compressed);
  }
});

test('what is not a point of the curve is refused, wherever it comes in', async () => {
  const point = decompressPoint(fromHex(publicKey));
  const offCurve = Uint8Array.from(point);
  offCurve[64] = (offCurve[64] ?? 0) ^ 1;
  const prime = 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff';
  const uncompressed = [
    offCurve,
    new Uint8Array(65),
    fromHex(`04${'00'.repeat(64)}`),
    fromHex(`04${prime}${'00'.repeat(32)}`),
    concat(Uint8Array.of(6), point.slice(1)),
    point.slice(0, 64),
    concat(point, Uint8Array.of(0)),
    Uint8Array.of(0),
  ];
  const { privateKey: ours } = await createAgreementKey();
  for (const wrong of uncompressed) {
    expect(await codeOf(() => compressPoint(wrong))).toBe('KEY_NOT_ON_CURVE');
    expect(await codeOf(() => agree(ours, wrong))).toBe('KEY_NOT_ON_CURVE');
    expect(await codeOf(() => readPublicKey(toHex(wrong)))).toBe('KEY_NOT_ON_CURVE');
  }
  const noRoot = `02${'00'.repeat(31)}01`;
  for (const wrong of [
    noRoot,
    `02${prime}`,
    `02${'ff'.repeat(32)}`,
    `04${publicKey.slice(2)}`,
    publicKey.slice(2),
    '',
  ]) {
    expect(await codeOf(() => decompressPoint(fromHex(wrong))), wrong).toBe('KEY_NOT_ON_CURVE');
    expect(await codeOf(() => verify(fromHex(wrong), new Uint8Array(64), message)), wrong).toBe('KEY_NOT_ON_CURVE');
  }
});

test('a signature of a wrong length, or with r or s out of range, is false and never an error', async () => {
  const key = await importSigningKey({ publicKey, privateKey });
  const good = await sign(key, message);
  const [r, s, n, zero] = [good.slice(0, 32), good.slice(32), fromHex(order), new Uint8Array(32)];
  const lengths = [0, 63, 65, 128].map((length) => new Uint8Array(length));
  const pairs = [
    [zero, s],
    [r, zero],
    [zero, zero],
    [n, s],
    [r, n],
    [s, r],
  ].map((halves) => concat(...halves));
  for (const wrong of [...lengths, ...pairs]) expect(await verify(fromHex(publicKey), wrong, message)).toBe(false);
});

test('a verifier opens a key anew when others were used since, and answers as one that keeps none', async () => {
  const verifyKept = createVerifier(2);
  const keys = [await createSigningKey(), await createSigningKey(), await createSigningKey()] as const;
  const [first, second, third] = keys;
  const importKey = vi.spyOn(crypto.subtle, 'importKey');
  for (const [key, opened] of [
    ...([
      [first, 1],
      [first, 1],
      [second, 2],
      [first, 2],
    ] as const),
    ...([
      [third, 3],
      [first, 3],
      [second, 4],
    ] as const),
  ]) {
    expect(await verifyKept(fromHex(key.publicKey), await sign(key, message), message)).toBe(true);
    expect(importKey).toHaveBeenCalledTimes(opened);
  }
  expect(await verifyKept(fromHex(second.publicKey), await sign(first, message), message)).toBe(false);
  const signature = await sign(first, message);
  expect(await codeOf(() => verifyKept(new Uint8Array(33), signature, message))).toBe('KEY_NOT_ON_CURVE');
});

type EcdsaTests = {
  numberOfTests: number;
  testGroups: {
    publicKey: { uncompressed: string };
    tests: { tcId: number; msg: string; sig: string; result: string }[];
  }[];
};

testShared(
  sharedJson<EcdsaTests>('vectors/wycheproof/ecdsa_secp256r1_sha256_test.json'),
  'the Wycheproof DER signatures are told apart',
  async (file) => {
    const verifyKept = createVerifier();
    let cases = 0;
    for (const { publicKey: key, tests } of file.testGroups) {
      for (const { tcId, msg, sig, result } of tests) {
        const verified = async () =>
          verifyKept(readPublicKey(key.uncompressed), rawFromDer(fromHex(sig)), fromHex(msg));
        const answer = await verified().catch((error: { code: string }) => error.code);
        expect(answer === true, `case ${tcId}`).toBe(result === 'valid');
        expect([true, false, 'DER_MALFORMED'], `case ${tcId}`).toContain(answer);
        cases++;
      }
    }
    expect(cases).toBe(484);
  },
);

type EcdhTests = {
  testGroups: { tests: { tcId: number; public: string; private: string; shared: string; result: string }[] }[];
};

testShared(
  sharedJson<EcdhTests>('vectors/wycheproof/ecdh_secp256r1_ecpoint_test.json'),
  'the Wycheproof ECDH cases agree',
  async (file) => {
    let cases = 0;
    for (const { tcId, ...vector } of file.testGroups.flatMap(({ tests }) => tests)) {
      const point = fromHex(vector.public);
      const scalar = fromHex(vector.private.padStart(64, '0').slice(-64));
      const { privateKey: ours } = await importAgreementKey(scalar);
      const agreeing = async () => agree(ours, point.length === 33 ? decompressPoint(point) : point);
      const answer = await agreeing().then(toHex, (error: { code: string }) => error.code);
      expect(answer, `case ${tcId}`).toBe(vector.result === 'invalid' ? 'KEY_NOT_ON_CURVE' : vector.shared);
      cases++;
    }
    expect(cases).toBeGreaterThan(150);
  },
);

type Rfc6979 = { d: string; cases: { message: string; r: string; s: string }[] };

testShared(
  sharedJson<Rfc6979>('vectors/rfc6979/p256_sha256_rfc6979_A.2.5.json'),
  'the P-256 signatures of RFC 6979 verify',
  async (file) => {
    const key = fromHex(await publicKeyOf(file.d.toLowerCase()));
    for (const { message: text, r, s } of file.cases) {
      expect(await verify(key, fromHex(r + s), utf8(text))).toBe(true);
      expect(await verify(key, fromHex(r + s), utf8(`${text}.`))).toBe(false);
    }
  },
);
