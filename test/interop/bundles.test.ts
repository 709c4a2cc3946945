import {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptOnRampSecret,
  encryptOtpCodeToBundle,
  encryptPrivateKeyToBundle,
  encryptWalletToBundle,
} from '@turnkey/crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCredentialBundle, sealCredentialBundle, sealExportBundle } from '../../src/crypto/bundles.js';
import { type Bytes, fromUtf8, utf8 } from '../../src/crypto/bytes.js';
import { writeEnvelope } from '../../src/crypto/envelope.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { openBundle } from '../../src/crypto/hpke.js';
import { compressPoint, decompressPoint, importSigningKey } from '../../src/crypto/p256.js';
import { always, bytes, keyPair, privateKey, text } from './random.js';
import { recipientOf, sealed } from './sealed.js';

const organizationId = '3f1a7a3c-6a1b-4f0e-9c57-0d8a5f2f9b11';
const userId = '8c2f5f0e-93c1-4d7f-8a68-3c6f0a3a5d22';

/** The key that signs envelopes, in the three forms that the clients take. */
async function signerOf(key: Bytes) {
  const pair = await keyPair(key);
  return { signer: await importSigningKey(pair), signerPublicKey: toHex(decompressPoint(fromHex(pair.publicKey))) };
}

test('it opens our credential bundles', () =>
  always(fc.tuple(privateKey, privateKey), async ([key, credential]) => {
    const { recipient, receiverPriv } = await recipientOf(key);
    const bundle = await sealCredentialBundle(credential, recipient.publicKey);
    expect(decryptCredentialBundle(bundle, receiverPriv)).toBe(toHex(credential));
  }));

test('we open its bundles of the same form', () =>
  always(
    fc.tuple(privateKey, fc.stringMatching(/^[!-~]{32}$/)),
    async ([key, secret]) => {
      const { recipient } = await recipientOf(key);
      const bundle = encryptOnRampSecret(secret, toHex(compressPoint(recipient.publicKey)));
      expect(fromUtf8(await openCredentialBundle(bundle, recipient))).toBe(secret);
    },
    100,
  ));

test('it opens our export bundles', () =>
  always(fc.tuple(privateKey, privateKey, bytes(200)), async ([key, signing, plaintext]) => {
    const { recipient, receiverPriv } = await recipientOf(key);
    const { signer, signerPublicKey } = await signerOf(signing);
    const exportBundle = await sealExportBundle(
      { plaintext, recipientPublicKey: recipient.publicKey, organizationId },
      signer,
    );
    const opened = await decryptExportBundle({
      exportBundle,
      embeddedKey: receiverPriv,
      organizationId,
      dangerouslyOverrideSignerPublicKey: signerPublicKey,
      returnMnemonic: false,
    });
    expect(opened).toBe(toHex(plaintext));
  }));

test('it reads the words in our export bundle, and a Solana key', async () => {
  const { recipient, receiverPriv } = await recipientOf(fromHex('11'.repeat(32)));
  const { signer, signerPublicKey } = await signerOf(fromHex('22'.repeat(32)));
  const exported = async (plaintext: Bytes) => ({
    exportBundle: await sealExportBundle(
      { plaintext, recipientPublicKey: recipient.publicKey, organizationId },
      signer,
    ),
    embeddedKey: receiverPriv,
    organizationId,
    dangerouslyOverrideSignerPublicKey: signerPublicKey,
  });
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  expect(await decryptExportBundle({ ...(await exported(utf8(words))), returnMnemonic: true })).toBe(words);
  const key = await exported(fromHex('33'.repeat(32)));
  const inBase58 = await decryptExportBundle({ ...key, keyFormat: 'SOLANA', returnMnemonic: false });
  expect(inBase58).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
});

test('it refuses our export bundle for another organization, and of another signer', async () => {
  const { recipient, receiverPriv } = await recipientOf(fromHex('11'.repeat(32)));
  const { signer, signerPublicKey } = await signerOf(fromHex('22'.repeat(32)));
  const plaintext = utf8('secret');
  const exportBundle = await sealExportBundle(
    { plaintext, recipientPublicKey: recipient.publicKey, organizationId },
    signer,
  );
  const opened = { exportBundle, embeddedKey: receiverPriv, organizationId, returnMnemonic: false };
  const dangerouslyOverrideSignerPublicKey = signerPublicKey;
  const forAnother = { ...opened, organizationId: userId, dangerouslyOverrideSignerPublicKey };
  await expect(decryptExportBundle(forAnother)).rejects.toThrow(/organization id does not match/);
  await expect(decryptExportBundle(opened)).rejects.toThrow(/expected signer key/);
});

test('it trusts our import bundle, and we open what it seals to it', () =>
  always(
    fc.tuple(privateKey, privateKey, text, privateKey),
    async ([key, signing, mnemonic, imported]) => {
      const { recipient } = await recipientOf(key);
      const { signer, signerPublicKey } = await signerOf(signing);
      const target = {
        importBundle: await writeEnvelope({ targetPublic: toHex(recipient.publicKey), organizationId, userId }, signer),
        organizationId,
        userId,
        dangerouslyOverrideSignerPublicKey: signerPublicKey,
      };
      const wallet = await encryptWalletToBundle({ mnemonic, ...target });
      expect(fromUtf8(await openBundle({ recipient, ...sealed(wallet) }))).toBe(mnemonic);
      const hex = toHex(imported);
      const bundle = await encryptPrivateKeyToBundle({ privateKey: hex, keyFormat: 'HEXADECIMAL', ...target });
      expect(toHex(await openBundle({ recipient, ...sealed(bundle) }))).toBe(hex);
    },
    100,
  ));

test('it trusts our target for a code, and we open the code it seals', () =>
  always(
    fc.tuple(privateKey, privateKey, fc.stringMatching(/^\d{6,9}$/)),
    async ([key, signing, otpCode]) => {
      const { recipient } = await recipientOf(key);
      const { signer, signerPublicKey } = await signerOf(signing);
      const { publicKey } = await keyPair(key);
      const target = await writeEnvelope({ targetPublic: toHex(recipient.publicKey) }, signer);
      const bundle = await encryptOtpCodeToBundle(otpCode, target, publicKey, signerPublicKey);
      const opened = fromUtf8(await openBundle({ recipient, ...sealed(bundle) }));
      expect(JSON.parse(opened)).toEqual({ otp_code: otpCode, public_key: publicKey });
    },
    100,
  ));
