import { verifyOtpVerificationToken, verifySessionJwtSignature } from '@turnkey/crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { createSigningKey, decompressPoint, importSigningKey, type SigningKey } from '../../src/crypto/p256.js';
import {
  verifySessionToken,
  verifyVerificationToken,
  writeSessionToken,
  writeVerificationToken,
} from '../../src/crypto/tokens.js';
import { always, keyPair, privateKey, text } from './random.js';

const pinned = ({ publicKey }: SigningKey) => toHex(decompressPoint(fromHex(publicKey)));
const signerOf = async (key: Uint8Array<ArrayBuffer>) => importSigningKey(await keyPair(key));

const session = (public_key: string, [user_id, organization_id]: [string, string], exp = 4e9) => {
  return { exp, public_key, session_type: 'SESSION_TYPE_READ_WRITE', user_id, organization_id };
};
const verification = (public_key: string, [id, organization_id]: [string, string], contact = 'ada@example.com') => {
  const exp = String(Date.now() + 3_600_000);
  return { exp, id, organization_id, verification_type: 'OTP_TYPE_EMAIL', contact, public_key };
};
const ids = fc.tuple(fc.uuid(), fc.uuid());

test('it verifies our session tokens', () =>
  always(fc.tuple(privateKey, ids, fc.integer({ min: 1, max: 4e9 })), async ([key, named, exp]) => {
    const notarizer = await signerOf(key);
    const claims = session(notarizer.publicKey, named, exp);
    const token = await writeSessionToken(claims, notarizer);
    expect(await verifySessionJwtSignature(token, pinned(notarizer))).toBe(true);
    expect(await verifySessionToken(token, pinned(notarizer))).toEqual(claims);
  }));

test('it verifies our verification tokens, and reads the same claims', () =>
  always(fc.tuple(privateKey, ids, text), async ([key, named, name]) => {
    const signer = await signerOf(key);
    const claims = verification(signer.publicKey, named, `${name}@example.com`);
    const token = await writeVerificationToken(claims, signer);
    expect(await verifyOtpVerificationToken(token, pinned(signer))).toEqual(claims);
    expect(await verifyVerificationToken(token, pinned(signer))).toEqual(claims);
  }));

test('it takes none of our tokens under another key, nor for a token of the other kind', async () => {
  const [signer, another] = [await createSigningKey(), await createSigningKey()];
  const named: [string, string] = [crypto.randomUUID(), crypto.randomUUID()];
  const sessionToken = await writeSessionToken(session(signer.publicKey, named), signer);
  const verificationToken = await writeVerificationToken(verification(signer.publicKey, named), signer);
  expect(await verifySessionJwtSignature(sessionToken, pinned(another))).toBe(false);
  expect(await verifySessionJwtSignature(sessionToken)).toBe(false);
  expect(await verifySessionJwtSignature(verificationToken, pinned(signer))).toBe(false);
  await expect(verifyOtpVerificationToken(verificationToken, pinned(another))).rejects.toThrow(/signature is invalid/);
  await expect(verifyOtpVerificationToken(sessionToken, pinned(signer))).rejects.toThrow(/signature is invalid/);
});
