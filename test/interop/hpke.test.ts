import { compressRawPublicKey, formatHpkeBuf, hpkeDecrypt, hpkeEncrypt, uncompressRawPublicKey } from '@turnkey/crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../../src/crypto/hex.js';
import { openBundle, sealBundle } from '../../src/crypto/hpke.js';
import { compressPoint, decompressPoint, importAgreementKey } from '../../src/crypto/p256.js';
import { always, bytes, privateKey } from './random.js';
import { recipientOf, sealed } from './sealed.js';

test('points are compressed and decompressed alike', () =>
  always(privateKey, async (key) => {
    const { publicKey } = await importAgreementKey(key);
    const compressed = compressPoint(publicKey);
    expect(compressRawPublicKey(publicKey)).toEqual(compressed);
    expect(uncompressRawPublicKey(compressed)).toEqual(publicKey);
    expect(decompressPoint(compressed)).toEqual(publicKey);
  }));

test('it opens what we seal', () =>
  always(fc.tuple(privateKey, bytes(500)), async ([key, plaintext]) => {
    const { recipient, receiverPriv } = await recipientOf(key);
    const { enc, ciphertext } = await sealBundle({ recipient: recipient.publicKey, plaintext });
    const opened = hpkeDecrypt({ ciphertextBuf: ciphertext, encappedKeyBuf: enc, receiverPriv });
    expect(toHex(new Uint8Array(opened))).toBe(toHex(plaintext));
  }));

test('we open what it seals', () =>
  always(fc.tuple(privateKey, bytes(500)), async ([key, plaintext]) => {
    const { recipient } = await recipientOf(key);
    const encrypted = hpkeEncrypt({ plainTextBuf: plaintext, targetKeyBuf: recipient.publicKey });
    expect(toHex(await openBundle({ recipient, ...sealed(formatHpkeBuf(encrypted)) }))).toBe(toHex(plaintext));
  }));
