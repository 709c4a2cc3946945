import { expect, test } from 'vitest';
import { type Bytes, concat, utf8 } from '../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { bundleContext, openBase, openBundle, sealBase, sealBundle } from '../../src/crypto/hpke.js';
import { kemSharedSecret, keySchedule, keyScheduleContext } from '../../src/crypto/hpkeSchedule.js';
import { agree, createAgreementKey, importAgreementKey } from '../../src/crypto/p256.js';
import { codeOf } from '../support/errors.js';
import { sharedJson, testShared, wireVector } from '../support/publishedVectors.js';

const empty = new Uint8Array();

type Rfc9180 = Record<'info' | 'skRm' | 'pkRm' | 'skEm' | 'enc' | 'shared_secret' | 'base_nonce', string> & {
  mode: number;
  kem_id: number;
  kdf_id: number;
  aead_id: number;
  encryptions: { aad: string; ct: string; nonce: string; pt: string }[];
};

const official = sharedJson<Rfc9180[]>('vectors/hpke/rfc9180_dhkem_p256_hkdf_sha256.json')?.find(
  ({ mode, kem_id, kdf_id, aead_id }) => mode === 0 && kem_id === 0x10 && kdf_id === 1 && aead_id === 2,
);

testShared(official, 'the first message of RFC 9180 is sealed and opened as there', async (vector) => {
  const [recipient, ephemeral] = await Promise.all(
    [vector.skRm, vector.skEm].map((key) => importAgreementKey(fromHex(key))),
  );
  const [{ aad, pt, ct } = { aad: '', pt: '', ct: '' }] = vector.encryptions;
  if (!recipient || !ephemeral) throw new Error('the vector has no keys');
  expect(toHex(recipient.publicKey)).toBe(vector.pkRm);
  const context = { info: fromHex(vector.info), aad: fromHex(aad) };
  const sealed = await sealBase({ recipient: recipient.publicKey, ...context, plaintext: fromHex(pt), ephemeral });
  expect(toHex(sealed.enc)).toBe(vector.enc);
  expect(toHex(sealed.ciphertext)).toBe(ct);
  expect(toHex(await openBase({ recipient, ...context, ...sealed }))).toBe(pt);
});

/** @see RFC 9180, its vectors: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, mode base, the first message */
test('what is sealed is what the standard seals, whatever vectors are at hand', async () => {
  const recipient = await importAgreementKey(
    fromHex('317f915db7bc629c48fe765587897e01e282d3e8445f79f27f65d031a88082b2'),
  );
  const ephemeral = await importAgreementKey(
    fromHex('90345e3a1d116c1dd39ae76d95ab858c142223a63e44f8f85318cfa91a84858e'),
  );
  const context = { info: utf8('Ode on a Grecian Urn'), aad: utf8('Count-0') };
  const plaintext = utf8('Beauty is truth, truth beauty');
  const sealed = await sealBase({ recipient: recipient.publicKey, ...context, plaintext, ephemeral });
  expect(toHex(sealed.ciphertext)).toBe(
    '58c61a45059d0c5704560e9d88b564a8b63f1364b8d1fcb3c4c6ddc1d291742465e902cd216f8908da49f8f96f',
  );
  expect(await openBase({ recipient, ...context, ...sealed })).toEqual(plaintext);
});

testShared(official, 'the key schedule of RFC 9180 opens all its 257 messages', async (vector) => {
  const ephemeral = await importAgreementKey(fromHex(vector.skEm));
  const dh = await agree(ephemeral.privateKey, fromHex(vector.pkRm));
  const secret = await kemSharedSecret(dh, fromHex(vector.enc), fromHex(vector.pkRm));
  expect(toHex(secret)).toBe(vector.shared_secret);
  const { key, baseNonce } = await keySchedule(secret, keyScheduleContext(fromHex(vector.info)), 'decrypt');
  expect(toHex(baseNonce)).toBe(vector.base_nonce);
  expect(key.extractable).toBe(false);
  for (const [sequence, { aad, ct, nonce, pt }] of vector.encryptions.entries()) {
    const iv = Uint8Array.from(baseNonce);
    for (const [at, byte] of [sequence >> 8, sequence & 255].entries()) iv[10 + at] = (iv[10 + at] ?? 0) ^ byte;
    expect(toHex(iv)).toBe(nonce);
    const algorithm = { name: 'AES-GCM', iv, additionalData: fromHex(aad) };
    expect(toHex(new Uint8Array(await crypto.subtle.decrypt(algorithm, key, fromHex(ct))))).toBe(pt);
  }
  expect(vector.encryptions).toHaveLength(257);
});

testShared(
  wireVector('hpke-key-schedule-context'),
  'the context of all bundles is the one that public clients compute beforehand',
  async (vector) => {
    expect(toHex(await keyScheduleContext(utf8(vector.info ?? '')))).toBe(vector.keyScheduleContextHex);
  },
);

test('the constant context is the one that is computed', async () => {
  expect(await keyScheduleContext(utf8('turnkey_hpke'))).toEqual(bundleContext);
});

testShared(
  wireVector('derived-hpke-otp-bundle'),
  'a sealed code is the one of an independent implementation',
  async (vector) => {
    const recipient = await importAgreementKey(fromHex(vector.receiverPrivateKeyHex ?? ''));
    const ephemeral = await importAgreementKey(fromHex(vector.ephemeralPrivateKeyHex ?? ''));
    const plaintext = utf8(vector.plaintextUtf8 ?? '');
    const dh = await agree(ephemeral.privateKey, recipient.publicKey);
    expect(toHex(dh)).toBe(vector.dhHex);
    const secret = kemSharedSecret(dh, ephemeral.publicKey, recipient.publicKey);
    const { key, baseNonce } = await keySchedule(secret, bundleContext, 'encrypt');
    expect(toHex(baseNonce)).toBe(vector.nonceHex);
    // The key cannot be read: it equals the vector's key if it encrypts to the same bytes.
    const ofVector = await crypto.subtle.importKey('raw', fromHex(vector.aesKeyHex ?? ''), 'AES-GCM', false, [
      'encrypt',
    ]);
    const encrypted = async (by: CryptoKey) =>
      new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: baseNonce }, by, plaintext));
    expect(await encrypted(key)).toEqual(await encrypted(ofVector));
    const { enc, ciphertext } = await sealBundle({ recipient: recipient.publicKey, plaintext, ephemeral });
    expect(toHex(concat(enc, recipient.publicKey))).toBe(vector.aadHex);
    const bundle = JSON.stringify({ encappedPublic: toHex(enc), ciphertext: toHex(ciphertext) });
    expect(bundle).toBe(vector.encryptedOtpBundle);
    expect(await openBundle({ recipient, enc, ciphertext })).toEqual(plaintext);
  },
);

test('a message of any length that is sealed to a key is opened by that key', async () => {
  const recipient = await createAgreementKey();
  for (const plaintext of [empty, Uint8Array.of(1), crypto.getRandomValues(new Uint8Array(65_536))]) {
    const sealed = await sealBundle({ recipient: recipient.publicKey, plaintext });
    expect(sealed.enc).toHaveLength(65);
    expect(sealed.ciphertext).toHaveLength(plaintext.length + 16);
    expect(await openBundle({ recipient, ...sealed })).toEqual(plaintext);
  }
});

test('1,000 seals at once have 1,000 keys of their own', async () => {
  const { publicKey } = await createAgreementKey();
  const sealed = await Promise.all(
    Array.from({ length: 1_000 }, () => sealBundle({ recipient: publicKey, plaintext: empty })),
  );
  expect(new Set(sealed.map(({ enc }) => toHex(enc))).size).toBe(1_000);
  expect(new Set(sealed.map(({ ciphertext }) => toHex(ciphertext))).size).toBe(1_000);
});

test('another key, another context or a changed byte does not open', async () => {
  const [recipient, other] = [await createAgreementKey(), await createAgreementKey()];
  const context = { info: utf8('info'), aad: utf8('aad') };
  const sealed = await sealBase({ recipient: recipient.publicKey, ...context, plaintext: utf8('plaintext') });
  const right = { recipient, ...context, ...sealed };
  const wrong = [
    { ...right, recipient: other },
    { ...right, recipient: { ...recipient, publicKey: other.publicKey } },
    { ...right, info: utf8('Info') },
    { ...right, aad: empty },
    { ...right, enc: other.publicKey },
    { ...right, enc: empty },
    { ...right, ciphertext: empty },
    { ...right, ciphertext: sealed.ciphertext.slice(0, -1) },
    { ...right, ciphertext: concat(sealed.ciphertext, Uint8Array.of(0)) },
    ...eachBitFlipped(sealed.enc).map((enc) => ({ ...right, enc })),
    ...eachBitFlipped(sealed.ciphertext).map((ciphertext) => ({ ...right, ciphertext })),
  ];
  for (const each of wrong) expect(await codeOf(() => openBase(each))).toBe('HPKE_OPEN_FAILED');
  expect(await openBase(right)).toEqual(utf8('plaintext'));
});

test('nothing is sealed to what is not a key', async () => {
  for (const recipient of [empty, new Uint8Array(65), new Uint8Array(33)]) {
    expect(await codeOf(() => sealBundle({ recipient, plaintext: empty }))).toBe('KEY_NOT_ON_CURVE');
  }
});

function eachBitFlipped(bytes: Bytes): Bytes[] {
  return Array.from({ length: bytes.length * 8 }, (_, bit) =>
    bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
  );
}
