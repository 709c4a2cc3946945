import { beforeAll, expect, test } from 'vitest';
import { createVerifier } from '../../src/crypto/createVerifier.js';
import { sha256 } from '../../src/crypto/digest.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { readJws, writeJws } from '../../src/crypto/jws.js';
import { createSigningKey, decompressPoint, type SigningKey, sign } from '../../src/crypto/p256.js';
import {
  readSessionToken,
  readVerificationToken,
  type SessionClaims,
  type VerificationClaims,
  verifySessionToken,
  verifyVerificationToken,
  writeSessionToken,
  writeVerificationToken,
} from '../../src/crypto/tokens.js';
import { codeOf } from '../support/errors.js';
import { testShared, wireVector } from '../support/publishedVectors.js';

const public_key = '0399fe2ace6208af0adf848f44bc48210b594b7e69ecd91ec968fd75b3bb448336';
const session: SessionClaims = {
  exp: 1_748_876_837,
  public_key,
  session_type: 'SESSION_TYPE_READ_WRITE',
  user_id: '6912b819-f4df-40f4-a192-20ee43090974',
  organization_id: 'c75ecb07-c84a-4dd5-932c-539dfafc6864',
};
const verification: VerificationClaims = {
  exp: '1782919651261',
  id: 'eb39b199-3352-4289-b31f-57194c79609c',
  organization_id: '7ff189fb-df7d-452e-8540-57632e380b77',
  verification_type: 'OTP_TYPE_EMAIL',
  contact: 'user@example.com',
  public_key,
};
let key: SigningKey;
let trusted: string;
let foreign: string;

beforeAll(async () => {
  const other = await createSigningKey();
  key = await createSigningKey();
  [trusted = '', foreign = ''] = [key, other].map(({ publicKey }) => toHex(decompressPoint(fromHex(publicKey))));
});

type TokenVector<Claims> = { jwt: string; claims: Claims; publicKeyUncompressedHex: string };

testShared(
  wireVector<TokenVector<SessionClaims> & { sha256SigningInputHex: string }>('session-jwt-1'),
  'a session token of the hosted service verifies, over the hash of its text',
  async (vector) => {
    expect(await verifySessionToken(vector.jwt, vector.publicKeyUncompressedHex)).toEqual(vector.claims);
    const { signingInput } = readJws(vector.jwt);
    expect(toHex(await sha256(signingInput))).toBe(vector.sha256SigningInputHex);
  },
);

testShared(
  wireVector<TokenVector<VerificationClaims>>('otp-verification-token-enclave-1'),
  'a verification token of the hosted service verifies',
  async (vector) => {
    expect(await verifyVerificationToken(vector.jwt, vector.publicKeyUncompressedHex)).toEqual(vector.claims);
  },
);

test('a session token is read and verified as it was written', async () => {
  const token = await writeSessionToken(session, key);
  expect(readSessionToken(token)).toEqual(session);
  expect(await verifySessionToken(token, trusted)).toEqual(session);
  expect(await verifySessionToken(token, trusted, createVerifier())).toEqual(session);
});

test('a verification token is read and verified as it was written, with a key or without', async () => {
  const { public_key: _, ...unbound } = verification;
  for (const claims of [verification, unbound]) {
    const token = await writeVerificationToken(claims, key);
    expect(readVerificationToken(token)).toEqual(claims);
    expect(await verifyVerificationToken(token, trusted)).toEqual(claims);
    expect(await verifyVerificationToken(token, trusted, createVerifier())).toEqual(claims);
  }
});

test('a token that another key signed, or that was changed, is refused', async () => {
  const tokens = [
    { verify: verifySessionToken, token: await writeSessionToken(session, key) },
    { verify: verifyVerificationToken, token: await writeVerificationToken(verification, key) },
  ];
  for (const { verify, token } of tokens) {
    expect(await codeOf(() => verify(token, foreign))).toBe('TOKEN_SIGNATURE_INVALID');
    for (let index = 0; index < token.length; index++) {
      const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
      expect(['TOKEN_SIGNATURE_INVALID', 'TOKEN_MALFORMED']).toContain(await codeOf(() => verify(changed, trusted)));
    }
  }
});

test('one kind of token is never taken for the other, though one key signs both', async () => {
  const sessionToken = await writeSessionToken(session, key);
  const verificationToken = await writeVerificationToken(verification, key);
  expect(await codeOf(() => readVerificationToken(sessionToken))).toBe('TOKEN_MALFORMED');
  expect(await codeOf(() => readSessionToken(verificationToken))).toBe('TOKEN_MALFORMED');
  const hashedOnce = await writeJws(session, (input) => sign(key, input));
  const hashedTwice = await writeJws(verification, async (input) => sign(key, await sha256(input)));
  expect(await codeOf(() => verifySessionToken(hashedOnce, trusted))).toBe('TOKEN_SIGNATURE_INVALID');
  expect(await codeOf(() => verifyVerificationToken(hashedTwice, trusted))).toBe('TOKEN_SIGNATURE_INVALID');
});

test('a session token with malformed claims is refused', async () => {
  for (const wrong of [
    ...['1748876837', 1_748_876_837.5, -1, 0, 2 ** 53, 1_748_876_837_000, null].map((exp) => ({ exp })),
    { public_key: undefined },
    { public_key: public_key.toUpperCase() },
    { public_key: `04${public_key.slice(2)}` },
    { public_key: `${public_key}\n` },
    { session_type: '' },
    { user_id: 1 },
    { organization_id: undefined },
  ]) {
    const token = await signed({ ...session, ...wrong });
    expect(await codeOf(() => readSessionToken(token)), JSON.stringify(wrong)).toBe('TOKEN_MALFORMED');
    expect(await codeOf(() => verifySessionToken(token, trusted)), JSON.stringify(wrong)).toBe('TOKEN_MALFORMED');
  }
});

test('a verification token with malformed claims is refused', async () => {
  for (const wrong of [
    ...[
      1_782_919_651_261,
      '',
      '0',
      '-1',
      '1e12',
      '01782919651261',
      '1782919651261.5',
      ' 1',
      '9007199254740993',
      null,
    ].map((exp) => ({ exp })),
    { public_key: null },
    { public_key: '' },
    { public_key: public_key.slice(2) },
    { id: undefined },
    { contact: '' },
    { contact: ['user@example.com'] },
    { verification_type: undefined },
    { organization_id: 7 },
  ]) {
    const token = await signed({ ...verification, ...wrong });
    expect(await codeOf(() => readVerificationToken(token)), JSON.stringify(wrong)).toBe('TOKEN_MALFORMED');
    expect(await codeOf(() => verifyVerificationToken(token, trusted)), JSON.stringify(wrong)).toBe('TOKEN_MALFORMED');
  }
});

test('claims that we do not know are left out', async () => {
  expect(readSessionToken(await signed({ ...session, scope: ['a'], session_profile_id: '1' }))).toEqual(session);
});

function signed(claims: object): Promise<string> {
  return writeJws(claims, (input) => sign(key, input));
}

test('the older verification token of the hosted service is read, and its expiry returned in milliseconds', async () => {
  const { organization_id: _, exp: __, ...claims } = verification;
  const token = await writeJws({ ...claims, exp: 1_782_919_651 }, (input) => sign(key, input));
  expect(readVerificationToken(token)).toEqual({ ...claims, exp: '1782919651000' });
  // Only the newer form decides.
  expect(await codeOf(() => verifyVerificationToken(token, trusted))).toBe('TOKEN_MALFORMED');
});
