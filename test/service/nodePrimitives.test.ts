import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { sealBase } from '../../src/crypto/hpke.js';
import { createAgreementKey, createSigningKey, publicKeyOf, sign } from '../../src/crypto/p256.js';
import { groupOrder } from '../../src/crypto/p256Curve.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import { portablePrimitives } from '../../src/service/primitives.js';
import { codeOf, errorOf, printed } from '../support/errors.js';

const secp256k1Order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const bytes = (length: number) => new Uint8Array(randomBytes(length));
const both = Promise.all([nodePrimitives(), portablePrimitives()]);

describe('both sets of primitives give the same', () => {
  test('secp256k1 keys and signatures, over 200 random digests and keys', async () => {
    const [node, portable] = await both;
    for (let round = 0; round < 200; round++) {
      const [secret, digest] = [bytes(32), bytes(32)];
      expect(await node.secp256k1.publicKey(secret)).toEqual(await portable.secp256k1.publicKey(secret));
      expect(await node.secp256k1.sign(digest, secret)).toEqual(await portable.secp256k1.sign(digest, secret));
    }
  });

  test.each([
    ['zero', '00'.repeat(32)],
    ['the order less one', secp256k1Order.replace(/1$/, '0')],
    ['the order', secp256k1Order],
    ['the order and one', secp256k1Order.replace(/1$/, '2')],
    ['the largest', 'ff'.repeat(32)],
  ])('secp256k1 signature of a digest that no hash is likely to give: %s', async (_, digest) => {
    const [node, portable] = await both;
    const secret = bytes(32);
    const signature = await node.secp256k1.sign(fromHex(digest), secret);
    expect(signature).toEqual(await portable.secp256k1.sign(fromHex(digest), secret));
  });

  test('P-256 keys of a wallet and their signatures, over 50 random digests and keys', async () => {
    const [node, portable] = await both;
    for (let round = 0; round < 50; round++) {
      const [secret, digest] = [bytes(32), bytes(32)];
      expect(await node.p256.publicKey(secret)).toEqual(await portable.p256.publicKey(secret));
      expect(await node.p256.sign(digest, secret)).toEqual(await portable.p256.sign(digest, secret));
    }
  });

  test('SHA-256 of 200 messages', async () => {
    const [node, portable] = await both;
    for (let length = 0; length < 200; length++) {
      const message = bytes(length);
      expect(await node.sha256(message)).toEqual(await portable.sha256(message));
    }
  });

  test('HMAC-SHA-256 of 100 messages, the empty key among those it is made under', async () => {
    const [node, portable] = await both;
    for (let length = 0; length < 100; length++) {
      const [key, message] = [bytes(length), bytes(length % 7)];
      expect(await node.hmacSha256(key, message)).toEqual(await portable.hmacSha256(key, message));
    }
  });

  test('keys that the service signs with, over 50 random keys: each verifies what the other signed', async () => {
    const primitives = await both;
    for (let round = 0; round < 50; round++) {
      const [secret, message] = [bytes(32), bytes(round)];
      const publicKey = await publicKeyOf(toHex(secret));
      for (const { openSigner } of primitives) {
        const signer = await openSigner(secret, publicKey);
        expect(signer.publicKey).toBe(publicKey);
        const signature = await signer.sign(message);
        for (const { verifyP256 } of primitives)
          expect(await verifyP256(fromHex(publicKey), signature, message)).toBe(true);
      }
    }
  });

  test('what HPKE messages open to, for whom they are alone, over 50 random ones', async () => {
    const [mine, another] = [await createAgreementKey(), await createAgreementKey()];
    for (const { openHpke } of await both) {
      for (let length = 0; length < 50; length++) {
        const [info, aad, plaintext] = [bytes(length % 9), bytes(length % 40), bytes(length)];
        const sealed = { ...(await sealBase({ recipient: mine.publicKey, info, aad, plaintext })), info, aad };
        expect(await openHpke({ ...sealed, recipient: mine })).toEqual(plaintext);
        const altered = {
          ...sealed,
          ciphertext: sealed.ciphertext.map((byte, at) => (at === length % 16 ? byte ^ 1 : byte)),
        };
        for (const wrong of [
          { ...sealed, recipient: another },
          { ...sealed, recipient: mine, info: bytes(10) },
          { ...sealed, recipient: mine, aad: bytes(41) },
          { ...sealed, recipient: mine, enc: another.publicKey },
          { ...sealed, recipient: mine, enc: bytes(65) },
          { ...sealed, recipient: mine, enc: bytes(64) },
          { ...sealed, recipient: mine, enc: new Uint8Array() },
          { ...altered, recipient: mine },
          { ...sealed, recipient: mine, ciphertext: sealed.ciphertext.slice(0, 15) },
        ])
          expect(await codeOf(() => openHpke(wrong))).toBe('HPKE_OPEN_FAILED');
      }
    }
  });

  test('AES-256-GCM both ways: what one encrypts, the other decrypts', async () => {
    const [node, portable] = await both;
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    for (let length = 0; length < 100; length++) {
      const [nonce, place, plaintext] = [bytes(12), bytes(length % 40), bytes(length)];
      const sealed = await node.aes256Gcm.encrypt(key, nonce, place, plaintext);
      expect(sealed).toEqual(await portable.aes256Gcm.encrypt(key, nonce, place, plaintext));
      expect(await node.aes256Gcm.decrypt(key, nonce, place, sealed)).toEqual(plaintext);
      expect(await portable.aes256Gcm.decrypt(key, nonce, place, sealed)).toEqual(plaintext);
    }
  });

  test('Ed25519 keys and signatures, over 200 random messages and keys', async () => {
    const [node, portable] = await both;
    for (let round = 0; round < 200; round++) {
      const [secret, message] = [bytes(32), bytes(round)];
      expect(await node.ed25519.publicKey(secret)).toEqual(await portable.ed25519.publicKey(secret));
      expect(await node.ed25519.sign(message, secret)).toEqual(await portable.ed25519.sign(message, secret));
    }
  });

  test('judgement of P-256 signatures, good and altered, over 200 random messages and keys', async () => {
    const [node, portable] = await both;
    for (let round = 0; round < 200; round++) {
      const key = await createSigningKey();
      const message = bytes(round);
      const signature = await sign(key, message);
      const altered = signature.map((byte, at) => (at === round % 64 ? byte ^ 1 : byte));
      for (const { verifyP256 } of [node, portable]) {
        expect(await verifyP256(fromHex(key.publicKey), signature, message)).toBe(true);
        expect(await verifyP256(fromHex(key.publicKey), altered, message)).toBe(false);
      }
    }
  });
});

describe.each([
  ['node', nodePrimitives],
  ['portable', portablePrimitives],
])('the %s primitives', (_, make) => {
  test.each([
    ['zero', '00'.repeat(32)],
    ['the order', secp256k1Order],
    ['31 bytes', '01'.repeat(31)],
    ['33 bytes', '01'.repeat(33)],
  ])('refuse as a secp256k1 secret: %s, without repeating it', async (_name, hex) => {
    const { secp256k1 } = await make();
    for (const attempt of [() => secp256k1.publicKey(fromHex(hex)), () => secp256k1.sign(bytes(32), fromHex(hex))]) {
      const error = await errorOf(attempt);
      expect(error.code).toBe('KEY_OUT_OF_RANGE');
      expect(printed(error)).not.toContain(hex);
    }
  });

  test.each([
    ['zero', '00'.repeat(32)],
    ['the order', toHex(fromHex(groupOrder.toString(16)))],
    ['31 bytes', '01'.repeat(31)],
    ['33 bytes', '01'.repeat(33)],
  ])('refuse as a P-256 secret: %s, without repeating it', async (_name, hex) => {
    const { p256 } = await make();
    for (const attempt of [async () => p256.publicKey(fromHex(hex)), async () => p256.sign(bytes(32), fromHex(hex))]) {
      const error = await errorOf(attempt);
      expect(error.code).toBe('KEY_OUT_OF_RANGE');
      expect(printed(error)).not.toContain(hex);
    }
  });

  test.each([
    ['zero', '00'.repeat(32)],
    ['the order', toHex(fromHex(groupOrder.toString(16)))],
    ['31 bytes', '01'.repeat(31)],
    ['33 bytes', '01'.repeat(33)],
  ])('open no key of the service’s own from %s, and do not repeat it', async (_name, hex) => {
    const { openSigner } = await make();
    const { publicKey } = await createSigningKey();
    const error = await errorOf(async () => openSigner(fromHex(hex), publicKey));
    expect(error.code).toBe('KEY_OUT_OF_RANGE');
    expect(printed(error)).not.toContain(hex);
  });

  test('open no key of the service’s own with the public half of another', async () => {
    const { openSigner } = await make();
    const { publicKey } = await createSigningKey();
    expect(await codeOf(async () => openSigner(bytes(32), publicKey))).toBe('KEY_MISMATCH');
  });

  test.each([0, 31, 33, 64])('refuse an Ed25519 secret of %d bytes', async (length) => {
    const { ed25519 } = await make();
    expect(await codeOf(() => ed25519.publicKey(bytes(length)))).toBe('KEY_OUT_OF_RANGE');
    expect(await codeOf(() => ed25519.sign(bytes(8), bytes(length)))).toBe('KEY_OUT_OF_RANGE');
  });

  test.each([0, 31, 33, 64])('refuse a digest of %d bytes', async (length) => {
    const { secp256k1 } = await make();
    await expect(async () => secp256k1.sign(bytes(length), bytes(32))).rejects.toThrow(RangeError);
  });

  test.each([
    ['no point has this x', `02${'00'.repeat(31)}01`],
    ['x is not below the prime', `02${'ff'.repeat(32)}`],
    ['the prefix is of no point', `05${'11'.repeat(32)}`],
    ['uncompressed', `04${'11'.repeat(64)}`],
    ['empty', ''],
  ])('refuse as a P-256 public key: %s', async (_name, hex) => {
    const { verifyP256 } = await make();
    await expect(verifyP256(fromHex(hex), bytes(64), bytes(8))).rejects.toMatchObject({ code: 'KEY_NOT_ON_CURVE' });
  });

  test('refuse a ciphertext with one bit changed, or of another place, or too short for a tag', async () => {
    const { aes256Gcm } = await make();
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const [nonce, place] = [bytes(12), bytes(20)];
    const sealed = await aes256Gcm.encrypt(key, nonce, place, bytes(32));
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = sealed.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(async () => aes256Gcm.decrypt(key, nonce, place, changed)).rejects.toThrow();
    }
    await expect(async () => aes256Gcm.decrypt(key, nonce, bytes(20), sealed)).rejects.toThrow();
    for (const length of [0, 1, 15]) {
      await expect(async () => aes256Gcm.decrypt(key, nonce, place, sealed.slice(0, length))).rejects.toThrow();
    }
  });

  test.each([0, 63, 65, 72])('call %d bytes no signature', async (length) => {
    const { verifyP256 } = await make();
    const { publicKey } = await createSigningKey();
    expect(await verifyP256(fromHex(publicKey), bytes(length), bytes(8))).toBe(false);
  });

  test.each([
    ['zero', '00'.repeat(64)],
    ['above the order', 'ff'.repeat(64)],
  ])('call r and s that are %s no signature', async (_name, hex) => {
    const { verifyP256 } = await make();
    const { publicKey } = await createSigningKey();
    expect(await verifyP256(fromHex(publicKey), fromHex(hex), bytes(8))).toBe(false);
  });
});

test('the verifier stays right when it has seen more keys than it keeps', async () => {
  const { verifyP256 } = await nodePrimitives();
  const message = bytes(32);
  const first = await createSigningKey();
  const signature = await sign(first, message);
  expect(await verifyP256(fromHex(first.publicKey), signature, message)).toBe(true);
  for (let seen = 0; seen < 1100; seen++) {
    const { publicKey } = await createSigningKey();
    expect(await verifyP256(fromHex(publicKey), signature, message), toHex(signature)).toBe(false);
  }
  expect(await verifyP256(fromHex(first.publicKey), signature, message)).toBe(true);
});
