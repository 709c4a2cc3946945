import { beforeAll, expect, test } from 'vitest';
import { fromBase58Check, toBase58Check } from '../../src/crypto/base58.js';
import {
  openBearerToken,
  openCredentialBundle,
  openExportBundle,
  sealBearerToken,
  sealCredentialBundle,
  sealExportBundle,
} from '../../src/crypto/bundles.js';
import { concat, fromUtf8, utf8 } from '../../src/crypto/bytes.js';
import { writeEnvelope } from '../../src/crypto/envelope.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { sealBundle } from '../../src/crypto/hpke.js';
import {
  type AgreementKey,
  compressPoint,
  createAgreementKey,
  createSigningKey,
  decompressPoint,
  importAgreementKey,
  publicKeyOf,
  type SigningKey,
} from '../../src/crypto/p256.js';
import { between, seeded } from '../support/chance.js';
import { codeOf, errorOf, printed } from '../support/errors.js';
import { mutationsOf } from '../support/mutations.js';
import { testShared, wireVector } from '../support/publishedVectors.js';

const organizationId = 'f9a31c64-d604-42e4-9bef-a773096afad7';
const secret = fromHex('67ee05fc3bdf4161bc70701c221d8d77180294cefcfcea64ba83c4d4c732fcb9');
let recipient: AgreementKey;
let signer: SigningKey;
let signerPublicKey: string;

beforeAll(async () => {
  [recipient, signer] = await Promise.all([createAgreementKey(), createSigningKey()]);
  signerPublicKey = toHex(decompressPoint(fromHex(signer.publicKey)));
});

testShared(wireVector('credential-bundle-1'), 'a credential bundle of the hosted service opens', async (vector) => {
  const owner = await importAgreementKey(fromHex(vector.receiverPrivateKeyHex ?? ''));
  expect(toHex(owner.publicKey)).toBe(vector.receiverPublicKeyUncompressedHex);
  const opened = toHex(await openCredentialBundle(vector.bundleBase58Check ?? '', owner));
  expect(opened).toBe(vector.plaintextHex);
  expect(await publicKeyOf(opened)).toBe(vector.plaintextPublicKeyCompressedHex);
});

testShared(
  wireVector('derived-hpke-credential-bundle'),
  'a credential bundle of an independent implementation opens, and is written alike',
  async (vector) => {
    const owner = await importAgreementKey(fromHex(vector.receiverPrivateKeyHex ?? ''));
    const plaintext = fromHex(vector.plaintextHex ?? '');
    expect(await openCredentialBundle(vector.bundleBase58Check ?? '', owner)).toEqual(plaintext);
    const ephemeral = await importAgreementKey(fromHex(vector.ephemeralPrivateKeyHex ?? ''));
    const { enc, ciphertext } = await sealBundle({ recipient: owner.publicKey, plaintext, ephemeral });
    expect(await toBase58Check(concat(compressPoint(enc), ciphertext))).toBe(vector.bundleBase58Check);
  },
);

type ExportVector = Record<'receiverPrivateKeyHex' | 'organizationId' | 'plaintextUtf8', string> & {
  exportBundle: { enclaveQuorumPublic: string };
};

testShared(
  wireVector<ExportVector>('export-bundle-wallet-1'),
  'an export bundle of the hosted service opens',
  async (vector) => {
    const owner = await importAgreementKey(fromHex(vector.receiverPrivateKeyHex));
    const bundle = JSON.stringify(vector.exportBundle);
    const expected = {
      signerPublicKey: vector.exportBundle.enclaveQuorumPublic,
      organizationId: vector.organizationId,
    };
    expect(fromUtf8(await openExportBundle(bundle, owner, expected))).toBe(vector.plaintextUtf8);
  },
);

test('a credential bundle gives a private key to its owner, and to nobody else', async () => {
  const bundle = await sealCredentialBundle(secret, recipient.publicKey);
  expect(await openCredentialBundle(bundle, recipient)).toEqual(secret);
  const error = await errorOf(async () => openCredentialBundle(bundle, await createAgreementKey()));
  expect(error.code).toBe('HPKE_OPEN_FAILED');
  expect(printed(error)).not.toContain(bundle);
});

test('a credential bundle holds 32 bytes', async () => {
  for (const length of [0, 31, 33]) {
    expect(await codeOf(() => sealCredentialBundle(new Uint8Array(length), recipient.publicKey))).toBe(
      'BUNDLE_MALFORMED',
    );
  }
  const { enc, ciphertext } = await sealBundle({ recipient: recipient.publicKey, plaintext: new Uint8Array(31) });
  const shorter = await toBase58Check(concat(compressPoint(enc), ciphertext));
  expect(await codeOf(() => openCredentialBundle(shorter, recipient))).toBe('BUNDLE_MALFORMED');
});

test('a credential bundle with any byte changed is refused, its checksum made anew or not', async () => {
  const { enc, ciphertext } = await sealBundle({ recipient: recipient.publicKey, plaintext: secret });
  const payload = concat(compressPoint(enc), ciphertext);
  for (let index = 0; index < payload.length; index++) {
    const changed = payload.with(index, (payload[index] ?? 0) ^ 1);
    const code = await codeOf(async () =>
      openCredentialBundle(await toBase58Check(Uint8Array.from(changed)), recipient),
    );
    expect(['BUNDLE_MALFORMED', 'HPKE_OPEN_FAILED']).toContain(code);
  }
  const bundle = await toBase58Check(payload);
  for (let index = 0; index < bundle.length; index++) {
    const changed = bundle.slice(0, index) + (bundle[index] === 'z' ? 'y' : 'z') + bundle.slice(index + 1);
    expect(await codeOf(() => openCredentialBundle(changed, recipient))).toBe('BUNDLE_MALFORMED');
  }
  for (const text of ['', bundle.slice(1), `${bundle}1`, ` ${bundle}`]) {
    expect(await codeOf(() => openCredentialBundle(text, recipient))).toBe('BUNDLE_MALFORMED');
  }
});

const mnemonic = utf8('leaf lady until indicate praise final route toast cake minimum insect unknown\npassphrase');

async function exported(): Promise<string> {
  return sealExportBundle({ plaintext: mnemonic, recipientPublicKey: recipient.publicKey, organizationId }, signer);
}

test('T-42: a bearer token reaches the holder of its key, and nobody else, whole and with its checksum', async () => {
  const token = 'a bearer token';
  const sealed = await sealBearerToken(token, recipient.publicKey);
  expect(await openBearerToken(sealed, recipient)).toBe(token);
  expect(await codeOf(async () => openBearerToken(sealed, await createAgreementKey()))).toBe('HPKE_OPEN_FAILED');
  const payload = await fromBase58Check(sealed);
  const bent = payload.slice();
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1;
  expect(await codeOf(async () => openBearerToken(await toBase58Check(bent), recipient))).toBe('HPKE_OPEN_FAILED');
  // The last characters are of the checksum: what is sealed is whole.
  const last = sealed.endsWith('2') ? '3' : '2';
  expect(await codeOf(() => openBearerToken(`${sealed.slice(0, -1)}${last}`, recipient))).toBe('BUNDLE_MALFORMED');
});

test('an export reaches the person who requested it, with the trusted signature', async () => {
  expect(await openExportBundle(await exported(), recipient, { signerPublicKey, organizationId })).toEqual(mnemonic);
});

test('an export bundle for another organization, person or signer is refused', async () => {
  const bundle = await exported();
  const expected = { signerPublicKey, organizationId };
  const elsewhere = { ...expected, organizationId: '651b573c-861b-4f10-a478-cbcfe0c226af' };
  expect(await codeOf(() => openExportBundle(bundle, recipient, elsewhere))).toBe('BUNDLE_FOR_ANOTHER');
  expect(await codeOf(async () => openExportBundle(bundle, await createAgreementKey(), expected))).toBe(
    'HPKE_OPEN_FAILED',
  );
  const distrusting = { ...expected, signerPublicKey: toHex((await createAgreementKey()).publicKey) };
  expect(await codeOf(() => openExportBundle(bundle, recipient, distrusting))).toBe('BUNDLE_SIGNER_UNKNOWN');
});

test('an export bundle with any character changed is refused', async () => {
  const bundle = await exported();
  for (let index = 0; index < bundle.length; index++) {
    const changed = bundle.slice(0, index) + (bundle[index] === '0' ? '1' : '0') + bundle.slice(index + 1);
    const code = await codeOf(() => openExportBundle(changed, recipient, { signerPublicKey, organizationId }));
    expect(['BUNDLE_MALFORMED', 'BUNDLE_SIGNER_UNKNOWN', 'BUNDLE_SIGNATURE_INVALID']).toContain(code);
  }
});

test('signed data without a sealed message in it is refused', async () => {
  const { enc, ciphertext } = await sealBundle({ recipient: recipient.publicKey, plaintext: mnemonic });
  const right = { encappedPublic: toHex(enc), ciphertext: toHex(ciphertext), organizationId };
  const opening = (data: Record<string, unknown>) => async () =>
    openExportBundle(await writeEnvelope(data, signer), recipient, { signerPublicKey, organizationId });
  expect(await opening(right)()).toEqual(mnemonic);
  expect(await codeOf(opening({ ...right, organizationId: undefined }))).toBe('BUNDLE_FOR_ANOTHER');
  for (const wrong of [
    { encappedPublic: undefined },
    { ciphertext: 1 },
    { encappedPublic: '04zz' },
    { ciphertext: '0' },
  ]) {
    expect(await codeOf(opening({ ...right, ...wrong }))).toBe('BUNDLE_MALFORMED');
  }
  const offCurve = `04${'00'.repeat(64)}`;
  expect(await codeOf(opening({ ...right, encappedPublic: offCurve }))).toBe('HPKE_OPEN_FAILED');
  expect(await codeOf(opening({ ...right, encappedPublic: toHex(compressPoint(enc)) }))).toBe('HPKE_OPEN_FAILED');
});

test('T-42, F-13 2,000 credential bundles with a character changed are refused', async () => {
  const bundle = await sealCredentialBundle(secret, recipient.publicKey);
  for (const changed of mutationsOf(bundle, 2_000, 3))
    expect(await codeOf(() => openCredentialBundle(changed, recipient)), changed).toMatch(
      /^(BUNDLE_MALFORMED|HPKE_OPEN_FAILED)$/,
    );
});

test('T-42 2,000 credential bundles with a bit changed behind a right checksum are refused', async () => {
  const bundle = await sealCredentialBundle(secret, recipient.publicKey);
  const payload = await fromBase58Check(bundle);
  const chance = seeded(4);
  for (let tried = 0; tried < 2_000; tried += 1) {
    const changed = payload.slice();
    const at = Math.floor(between(chance, 0, payload.length));
    changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(between(chance, 0, 8)));
    const code = await codeOf(async () => openCredentialBundle(await toBase58Check(changed), recipient));
    expect(code, toHex(changed)).toMatch(/^(BUNDLE_MALFORMED|HPKE_OPEN_FAILED)$/);
  }
});

test('T-42 a credential bundle is none of another kind, nor one of those a credential bundle', async () => {
  const bundle = await sealCredentialBundle(secret, recipient.publicKey);
  const expected = { signerPublicKey, organizationId };
  expect(await codeOf(() => openExportBundle(bundle, recipient, expected))).toBe('BUNDLE_MALFORMED');
  const exported = await sealExportBundle(
    { plaintext: secret, recipientPublicKey: recipient.publicKey, organizationId },
    signer,
  );
  expect(await codeOf(() => openCredentialBundle(exported, recipient))).toBe('BUNDLE_MALFORMED');
  const other = await createAgreementKey();
  expect(await codeOf(() => openCredentialBundle(bundle, other))).toBe('HPKE_OPEN_FAILED');
});
