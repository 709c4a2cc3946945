import { beforeAll, expect, test } from 'vitest';
import type { ClientSignature } from '../../src/contract/shapes.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { derFromRaw } from '../../src/crypto/der.js';
import { sha256 } from '../../src/crypto/digest.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { createSigningKey, type SigningKey, verify } from '../../src/crypto/p256.js';
import {
  loginMessage,
  signClientMessage,
  signupMessage,
  verifyClientSignature,
} from '../../src/stampers/clientSignature.js';
import { codeOf } from '../support/errors.js';
import { testShared, wireVector } from '../support/publishedVectors.js';

const tokenId = 'eb39b199-3352-4289-b31f-57194c79609c';
const publicKey = '02f739f8c77b32f4d5f13265861febd76e7a9c61a1140d296b8c16302508870316';
let key: SigningKey;

beforeAll(async () => {
  key = await createSigningKey();
});

testShared(
  wireVector('derived-client-signature-login-message'),
  'the login message is the one that public clients write',
  async (vector) => {
    const message = loginMessage({ tokenId, publicKey });
    expect(message).toBe(vector.message);
    expect(toHex(await sha256(utf8(message)))).toBe(vector.messageSha256Hex);
  },
);

test('the signup message names the credentials, and the contacts that there are', () => {
  const apiKeys = [{ apiKeyName: 'Session', publicKey, curveType: 'API_KEY_CURVE_P256', expirationSeconds: '900' }];
  const lists = { tokenId, apiKeys, authenticators: [], oauthProviders: [] };
  const start = `{"signup":{"apiKeys":${JSON.stringify(apiKeys)},"authenticators":[],"oauthProviders":[]`;
  const end = `},"tokenId":"${tokenId}","type":"USAGE_TYPE_SIGNUP"}`;
  expect(signupMessage(lists)).toBe(start + end);
  expect(signupMessage({ ...lists, email: '', phoneNumber: '' })).toBe(start + end);
  expect(signupMessage({ ...lists, phoneNumber: '+41790000000', email: 'ada@example.com' })).toBe(
    `${start},"email":"ada@example.com","phoneNumber":"+41790000000"${end}`,
  );
});

test('a signed message verifies, and no other message does', async () => {
  const signed = await signClientMessage(key, loginMessage({ tokenId, publicKey }));
  expect(signed.publicKey).toBe(key.publicKey);
  expect(signed.signature).toMatch(/^[\da-f]{128}$/);
  expect(await verifyClientSignature(signed, verify)).toBe(true);
  expect(await verifyClientSignature({ ...signed, message: `${signed.message} ` }, verify)).toBe(false);
  const { publicKey: other } = await createSigningKey();
  expect(await verifyClientSignature({ ...signed, publicKey: other }, verify)).toBe(false);
});

test('what is not of its form does not verify', async () => {
  const signed = await signClientMessage(key, 'message');
  for (const wrong of [
    { scheme: 'CLIENT_SIGNATURE_SCHEME_API_P384' },
    { signature: toHex(derFromRaw(fromHex(signed.signature))) },
    { signature: signed.signature.slice(2) },
    { signature: `${signed.signature}\n` },
    { signature: signed.signature.toUpperCase().replace(/\d/g, 'A') },
    { signature: '0'.repeat(128) },
    { publicKey: `0x${signed.publicKey}` },
    { publicKey: '' },
  ]) {
    expect(await verifyClientSignature({ ...signed, ...wrong } as ClientSignature, verify), JSON.stringify(wrong)).toBe(
      false,
    );
  }
  const offCurve = { ...signed, publicKey: `02${'00'.repeat(31)}01` };
  expect(await codeOf(() => verifyClientSignature(offCurve, verify))).toBe('KEY_NOT_ON_CURVE');
});
