import { beforeAll, expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { openCode, readCodeTarget, sealCode, writeCodeTarget } from '../../src/crypto/codeBundles.js';
import { writeEnvelope } from '../../src/crypto/envelope.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { sealBundle } from '../../src/crypto/hpke.js';
import {
  type AgreementKey,
  createAgreementKey,
  createSigningKey,
  decompressPoint,
  importAgreementKey,
  type SigningKey,
} from '../../src/crypto/p256.js';
import { alone } from '../support/alone.js';
import { codeOf } from '../support/errors.js';
import { mutationsOf } from '../support/mutations.js';
import { testShared, wireVector } from '../support/publishedVectors.js';

const place = {
  organizationId: 'f9a31c64-d604-42e4-9bef-a773096afad7',
  otpId: '2c9b8a34-1d7c-4a0e-8d43-0f8d3c0f2a11',
};
let recipient: AgreementKey;
let signer: SigningKey;
let signerPublicKey: string;
let typed: { otpCode: string; publicKey: string };

beforeAll(async () => {
  [recipient, signer] = await Promise.all([createAgreementKey(), createSigningKey()]);
  signerPublicKey = toHex(decompressPoint(fromHex(signer.publicKey)));
  typed = { otpCode: '123456', publicKey: (await createSigningKey()).publicKey };
});

const target = () => writeCodeTarget({ ...place, targetPublicKey: recipient.publicKey }, signer);

testShared(
  wireVector('derived-hpke-otp-bundle'),
  'a code that an independent implementation sealed opens',
  async (vector) => {
    const owner = await importAgreementKey(fromHex(vector.receiverPrivateKeyHex ?? ''));
    const { otp_code: otpCode, public_key: publicKey } = JSON.parse(vector.plaintextUtf8 ?? '') as Record<
      string,
      string
    >;
    expect(await openCode(vector.encryptedOtpBundle ?? '', owner)).toEqual({ otpCode, publicKey });
  },
);

test('a code is sealed to the key of its target, and opens there alone', async () => {
  const bundle = await sealCode(typed, await readCodeTarget(await target(), { ...place, signerPublicKey }));
  expect(bundle).not.toMatch(alone(typed.otpCode));
  expect(await openCode(bundle, recipient)).toEqual(typed);
  expect(await codeOf(async () => openCode(bundle, await createAgreementKey()))).toBe('HPKE_OPEN_FAILED');
});

test('no two bundles of the same code are alike', async () => {
  const [one, other] = await Promise.all([sealCode(typed, recipient.publicKey), sealCode(typed, recipient.publicKey)]);
  expect(one).not.toBe(other);
});

test('a target of another code, organization or signer is refused', async () => {
  const bundle = await target();
  const another = toHex(decompressPoint(fromHex((await createSigningKey()).publicKey)));
  const refusedAs = (expected: object) =>
    codeOf(() => readCodeTarget(bundle, { ...place, signerPublicKey, ...expected }));
  expect(await refusedAs({ otpId: place.organizationId })).toBe('BUNDLE_FOR_ANOTHER');
  expect(await refusedAs({ organizationId: place.otpId })).toBe('BUNDLE_FOR_ANOTHER');
  expect(await refusedAs({ signerPublicKey: another })).toBe('BUNDLE_SIGNER_UNKNOWN');
});

test('without a pinned key a target is taken by the key that it names, and must still be whole', async () => {
  const bundle = await target();
  expect(await readCodeTarget(bundle, place)).toEqual(recipient.publicKey);
  for (const changed of mutationsOf(bundle, 200, 7))
    expect(await codeOf(() => readCodeTarget(changed, place)), changed).toMatch(/^BUNDLE_/);
});

test('an envelope of another kind is no target, and a bundle of another kind no code', async () => {
  const { publicKey } = recipient;
  const sealed = await sealBundle({ recipient: publicKey, plaintext: utf8('legal winner thank year') });
  const [encappedPublic, ciphertext] = [toHex(sealed.enc), toHex(sealed.ciphertext)];
  const envelopes = [
    { encappedPublic, ciphertext, ...place },
    { targetPublic: toHex(publicKey), organizationId: place.organizationId, userId: place.otpId },
    { targetPublic: typed.publicKey, ...place },
    { targetPublic: 4, ...place },
  ];
  for (const data of envelopes) {
    const bundle = await writeEnvelope(data, signer);
    expect(await codeOf(() => readCodeTarget(bundle, { ...place, signerPublicKey }))).toMatch(/^BUNDLE_/);
  }
  expect(await codeOf(() => openCode(JSON.stringify({ encappedPublic, ciphertext }), recipient))).toBe(
    'BUNDLE_MALFORMED',
  );
});

test('the sealed content is a code and a key, and nothing else', async () => {
  const { otpCode: otp_code, publicKey: public_key } = typed;
  const wrong = [
    {},
    { otp_code },
    { public_key },
    { otp_code: 123456, public_key },
    { otp_code, public_key: `04${public_key.slice(2)}` },
    { otp_code, public_key, otpId: place.otpId },
  ].map((members) => JSON.stringify(members));
  for (const text of [...wrong, '', '[]', `{"otp_code":"1","otp_code":"2","public_key":"${public_key}"}`]) {
    const sealed = await sealBundle({ recipient: recipient.publicKey, plaintext: utf8(text) });
    const bundle = JSON.stringify({ encappedPublic: toHex(sealed.enc), ciphertext: toHex(sealed.ciphertext) });
    expect(await codeOf(() => openCode(bundle, recipient)), text).toBe('BUNDLE_MALFORMED');
  }
  const whole = await sealCode(typed, recipient.publicKey);
  for (const bundle of ['', '{}', '[]', whole.replace('{', '{"version":"v1.0.0",'), whole.padEnd(5_000)])
    expect(await codeOf(() => openCode(bundle, recipient)), bundle).toBe('BUNDLE_MALFORMED');
});

test('2,000 bundles of a code with a character changed are refused', async () => {
  const bundle = await sealCode(typed, recipient.publicKey);
  for (const changed of mutationsOf(bundle, 2_000, 1))
    expect(await codeOf(() => openCode(changed, recipient)), changed).toMatch(/^(BUNDLE_MALFORMED|HPKE_OPEN_FAILED)$/);
});

test('2,000 targets with a character changed are refused', async () => {
  const bundle = await target();
  for (const changed of mutationsOf(bundle, 2_000, 2)) {
    const code = await codeOf(() => readCodeTarget(changed, { ...place, signerPublicKey }));
    expect(code, changed).toMatch(/^BUNDLE_(MALFORMED|SIGNER_UNKNOWN|SIGNATURE_INVALID)$/);
  }
});
