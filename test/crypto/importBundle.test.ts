import { expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { openImportBundle, sealImportBundle, writeImportTarget } from '../../src/crypto/importBundle.js';
import { createAgreementKey, createSigningKey, decompressPoint } from '../../src/crypto/p256.js';
import { codeOf } from '../support/errors.js';

const organizationId = 'f9a31c64-d604-42e4-9bef-a773096afad7';
const userId = '6f1c2e1a-5a6b-4a52-8f0e-0d6d3f0c1b2a';
const another = '0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e';

test('A-72: an import is sealed for the user and the organization that began it, and for nobody else', async () => {
  const [recipient, signer] = await Promise.all([createAgreementKey(), createSigningKey()]);
  const signerPublicKey = toHex(decompressPoint(fromHex(signer.publicKey)));
  const targetPublicKey = recipient.publicKey;
  const begun = await writeImportTarget({ targetPublicKey, organizationId, userId }, signer);
  const sealed = (changes: object) =>
    sealImportBundle(begun, utf8('secret'), { signerPublicKey, organizationId, userId, ...changes });
  for (const changes of [{ userId: another }, { organizationId: another }])
    expect(await codeOf(() => sealed(changes))).toBe('BUNDLE_FOR_ANOTHER');
  expect(await openImportBundle(await sealed({}), recipient)).toEqual(utf8('secret'));
});

test('T-42: an import’s bundle is an object of two members and no others, each once', async () => {
  const [recipient, signer] = await Promise.all([createAgreementKey(), createSigningKey()]);
  const signerPublicKey = toHex(decompressPoint(fromHex(signer.publicKey)));
  const begun = await writeImportTarget({ targetPublicKey: recipient.publicKey, organizationId, userId }, signer);
  const sealed = await sealImportBundle(begun, utf8('secret'), { signerPublicKey, organizationId, userId });
  for (const bent of [
    sealed.replace('{', '{"more":"",'),
    sealed.replace('{', '{"ciphertext":"",'),
    sealed.replace('"ciphertext"', '"Ciphertext"'),
    `[${sealed}]`,
  ])
    expect(await codeOf(() => openImportBundle(bent, recipient))).toBe('BUNDLE_MALFORMED');
  expect(await openImportBundle(sealed, recipient)).toEqual(utf8('secret'));
});
