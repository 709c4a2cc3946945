import { createHmac } from 'node:crypto';
import { exportSPKI } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proxyAccount, proxySignup } from '../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../src/contract/proxyOauth.js';
import { type RefusalCode, RefusedError } from '../../../src/contract/refusals.js';
import { toBase64Url } from '../../../src/crypto/base64url.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { createSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { createTestClock } from '../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../support/issuer.js';
import { callProxy } from '../../support/wire.js';

const clock = createTestClock();
let service: TestService;
let issuer: TestIssuer;
let key: SigningKey;

beforeAll(async () => {
  issuer = await startIssuer(clock);
  key = await createSigningKey();
  service = await createTestService({
    clock,
    outbound: guardedOutbound('public and loopback'),
    config: { ...issuer.config, refusalsPerAddress: { most: 10_000, windowSeconds: 60 } },
  });
  const oauthProviders = [{ providerName: 'Example ID', oidcToken: await issuer.token(key.publicKey) }];
  await callProxy(service, proxySignup, { apiKeys: [], authenticators: [], oauthProviders });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});
beforeEach(() => service.configure(issuer.config));

const logIn = (oidcToken: string, publicKey = key.publicKey) =>
  callProxy<{ session: string }>(service, proxyOauthLogin, { oidcToken, publicKey });
const outcomeOf = (oidcToken: string, publicKey?: string) =>
  logIn(oidcToken, publicKey).then(
    () => 'ok',
    (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
  );
const withClaims = async (more: object) => issuer.token(key.publicKey, more);
const withHeader = async (header: object) => issuer.sign(await issuer.claims(key.publicKey), header);
const seconds = () => Math.floor(clock() / 1000);

/** A token of parts as they are given: texts as they stand, anything else as JSON. */
const written = (header: unknown, claims: unknown, signature = 'c2ln') =>
  `${[header, claims].map((part) => toBase64Url(utf8(typeof part === 'string' ? part : JSON.stringify(part)))).join('.')}.${signature}`;

test('a good token logs in', async () => {
  expect(await outcomeOf(await issuer.token(key.publicKey))).toBe('ok');
});

// The names in brackets are those of the OpenID Foundation's conformance tests of relying parties.
const claimsRefused: readonly { name: string; claims: () => object; code: RefusalCode }[] = [
  {
    name: 'another issuer [oidcc-client-test-invalid-iss]',
    claims: () => ({ iss: 'https://evil.example' }),
    code: 'OIDC_ISSUER_UNKNOWN',
  },
  { name: 'the issuer with a slash', claims: () => ({ iss: `${issuer.url}/` }), code: 'OIDC_ISSUER_UNKNOWN' },
  {
    name: 'the issuer in other letters',
    claims: () => ({ iss: issuer.url.toUpperCase() }),
    code: 'OIDC_ISSUER_UNKNOWN',
  },
  { name: 'no issuer', claims: () => ({ iss: undefined }), code: 'OIDC_TOKEN_MALFORMED' },
  {
    name: 'no subject [oidcc-client-test-missing-sub]',
    claims: () => ({ sub: undefined }),
    code: 'OIDC_TOKEN_MALFORMED',
  },
  { name: 'an empty subject', claims: () => ({ sub: '' }), code: 'OIDC_TOKEN_MALFORMED' },
  { name: 'a subject of 256 characters', claims: () => ({ sub: 'a'.repeat(256) }), code: 'OIDC_TOKEN_MALFORMED' },
  {
    name: 'another audience [oidcc-client-test-invalid-aud]',
    claims: () => ({ aud: 'other' }),
    code: 'OIDC_AUDIENCE_UNKNOWN',
  },
  {
    name: 'no audience [oidcc-client-test-missing-aud]',
    claims: () => ({ aud: undefined }),
    code: 'OIDC_TOKEN_MALFORMED',
  },
  { name: 'an empty list of audiences', claims: () => ({ aud: [] }), code: 'OIDC_TOKEN_MALFORMED' },
  {
    name: 'a foreign audience beside ours',
    claims: () => ({ aud: [issuer.clientId, 'other'], azp: issuer.clientId }),
    code: 'OIDC_AUDIENCE_UNKNOWN',
  },
  { name: 'a foreign authorized party', claims: () => ({ azp: 'other' }), code: 'OIDC_AUDIENCE_UNKNOWN' },
  {
    name: 'no time of issue [oidcc-client-test-missing-iat]',
    claims: () => ({ iat: undefined }),
    code: 'OIDC_TOKEN_MALFORMED',
  },
  { name: 'no end', claims: () => ({ exp: undefined }), code: 'OIDC_TOKEN_MALFORMED' },
  { name: 'an end as text', claims: () => ({ exp: String(seconds() + 60) }), code: 'OIDC_TOKEN_MALFORMED' },
  { name: 'a negative end', claims: () => ({ exp: -1 }), code: 'OIDC_TOKEN_MALFORMED' },
  { name: 'an end of 61 seconds ago', claims: () => ({ exp: seconds() - 61 }), code: 'OIDC_TOKEN_EXPIRED' },
  {
    name: 'a time of issue 62 seconds ahead',
    claims: () => ({ iat: seconds() + 62 }),
    code: 'OIDC_TOKEN_NOT_YET_VALID',
  },
  { name: 'a beginning 62 seconds ahead', claims: () => ({ nbf: seconds() + 62 }), code: 'OIDC_TOKEN_NOT_YET_VALID' },
  {
    name: 'an age of eleven minutes and a second',
    claims: () => ({ iat: seconds() - 661 }),
    code: 'OIDC_TOKEN_TOO_OLD',
  },
  {
    name: 'the nonce of another key [oidcc-client-test-nonce-invalid]',
    claims: () => ({ nonce: '00'.repeat(32) }),
    code: 'OIDC_NONCE_MISMATCH',
  },
  { name: 'no nonce', claims: () => ({ nonce: undefined }), code: 'OIDC_NONCE_MISMATCH' },
  { name: 'the key itself as nonce', claims: () => ({ nonce: key.publicKey }), code: 'OIDC_NONCE_MISMATCH' },
  { name: 'somebody who has no account', claims: () => ({ sub: 'nobody' }), code: 'ACCOUNT_NOT_FOUND' },
];

test.each(claimsRefused)('T-33 a token with $name is refused as $code', async ({ claims, code }) => {
  expect(await outcomeOf(await withClaims(claims()))).toBe(code);
});

test('a clock that is a minute off does not matter', async () => {
  expect(await outcomeOf(await withClaims({ exp: seconds() - 59 }))).toBe('ok');
  expect(await outcomeOf(await withClaims({ iat: seconds() + 59 }))).toBe('ok');
  expect(await outcomeOf(await withClaims({ iat: seconds() - 659 }))).toBe('ok');
});

test('of several audiences that are all ours, the authorized party is who the person is known to', async () => {
  const clientIds = [issuer.clientId, 'second'];
  await service.configure({ oidcIssuers: [{ id: 'example', issuer: issuer.url, clientIds, label: 'Example ID' }] });
  expect(await outcomeOf(await withClaims({ aud: clientIds, azp: issuer.clientId }))).toBe('ok');
  expect(await outcomeOf(await withClaims({ aud: clientIds, azp: 'second' }))).toBe('ACCOUNT_NOT_FOUND');
  expect(await outcomeOf(await withClaims({ aud: clientIds }))).toBe('OIDC_AUDIENCE_UNKNOWN');
  expect(await outcomeOf(await withClaims({ azp: 'second' }))).toBe('ok');
});

test('T-33 of several audiences, an authorized party that is none of them is nobody, though it is ours', async () => {
  const clientIds = [issuer.clientId, 'second', 'third'];
  await service.configure({ oidcIssuers: [{ id: 'example', issuer: issuer.url, clientIds, label: 'Example ID' }] });
  const aud = [issuer.clientId, 'second'];
  expect(await outcomeOf(await withClaims({ aud, azp: issuer.clientId }))).toBe('ok');
  expect(await outcomeOf(await withClaims({ aud, azp: 'third' }))).toBe('OIDC_AUDIENCE_UNKNOWN');
});

test('a tknonce stands for the nonce, where the provider makes that itself', async () => {
  const { nonce } = await issuer.claims(key.publicKey);
  expect(await outcomeOf(await withClaims({ nonce: 'its own', tknonce: nonce }))).toBe('ok');
  expect(await outcomeOf(await withClaims({ nonce: 'its own', tknonce: 'neither' }))).toBe('OIDC_NONCE_MISMATCH');
});

const refusedHeaders: readonly { name: string; header: object }[] = [
  { name: 'crit', header: { crit: ['exp'], exp: 1 } },
  { name: 'b64', header: { b64: true } },
  { name: 'a key of its own', header: { jwk: { kty: 'EC' } } },
  { name: 'an address of keys', header: { jku: 'https://evil.example/keys' } },
  { name: 'a certificate', header: { x5c: ['MIIB'] } },
  { name: 'an address of certificates', header: { x5u: 'https://evil.example/cert' } },
  { name: 'compression', header: { zip: 'DEF' } },
  { name: "another kind's type", header: { typ: 'at+jwt' } },
];

test.each(refusedHeaders)('T-36 a header with $name is refused', async ({ header }) => {
  const { kid, alg } = issuer.key();
  const [, claims, signature] = (await issuer.token(key.publicKey)).split('.');
  const token = [toBase64Url(utf8(JSON.stringify({ alg, kid, ...header }))), claims, signature].join('.');
  expect(await outcomeOf(token)).toBe('OIDC_HEADER_REFUSED');
});

describe("T-36 an algorithm is never the token's own choice", () => {
  test.each(['none', 'None', 'HS256', 'HS512', 'PS256', 'RS1', 'ES256K', 'dir', ''])('%s is refused', async (alg) => {
    const token = written({ alg, kid: issuer.key().kid }, await issuer.claims(key.publicKey));
    expect(await outcomeOf(token)).toBe('OIDC_ALGORITHM_REFUSED');
  });

  test('none without a signature is refused [oidcc-client-test-idtoken-sig-none]', async () => {
    expect(await outcomeOf(written({ alg: 'none' }, await issuer.claims(key.publicKey), ''))).toBe(
      'OIDC_TOKEN_MALFORMED',
    );
  });

  test('a HMAC under the public key as text is refused', async () => {
    const { importJWK } = await import('jose');
    const spki = await exportSPKI((await importJWK(issuer.key().jwk, 'ES256', { extractable: true })) as CryptoKey);
    const signed = written({ alg: 'HS256' }, await issuer.claims(key.publicKey))
      .split('.')
      .slice(0, 2)
      .join('.');
    const mac = createHmac('sha256', spki).update(signed).digest('base64url');
    expect(await outcomeOf(`${signed}.${mac}`)).toBe('OIDC_ALGORITHM_REFUSED');
  });

  test('a key of one algorithm verifies no other', async () => {
    expect(await outcomeOf(written({ alg: 'RS256', kid: issuer.key().kid }, await issuer.claims(key.publicKey)))).toBe(
      'OIDC_KEY_UNKNOWN',
    );
    expect(await outcomeOf(written({ alg: 'EdDSA', kid: issuer.key().kid }, await issuer.claims(key.publicKey)))).toBe(
      'OIDC_KEY_UNKNOWN',
    );
  });
});

test('a signature of another key, or of other claims, is refused [oidcc-client-test-invalid-sig-es256]', async () => {
  const [header, claims, signature = ''] = (await issuer.token(key.publicKey)).split('.');
  const [, others] = (await withClaims({ sub: 'eve' })).split('.');
  expect(await outcomeOf([header, others, signature].join('.'))).toBe('OIDC_SIGNATURE_INVALID');
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  expect(await outcomeOf([header, claims, flipped].join('.'))).toBe('OIDC_SIGNATURE_INVALID');
  expect(await outcomeOf([header, claims, toBase64Url(new Uint8Array(64))].join('.'))).toBe('OIDC_SIGNATURE_INVALID');
});

test('what is not one JWT, read in one way only, is refused', async () => {
  const good = await issuer.token(key.publicKey);
  const [header = '', claims = '', signature = ''] = good.split('.');
  const text = JSON.stringify(await issuer.claims(key.publicKey));
  const unreadable = [
    'x.y.z',
    '',
    header,
    `${header}.${claims}`,
    `${good}.`,
    `${good}.${signature}`,
    `${good}=`,
    ` ${good}`,
    `${header}.${claims}.`,
    written('[]', text),
    written({ alg: 'ES256' }, `{"iss":"${issuer.url}",${text.slice(1)}`),
    written('{"alg":"none","alg":"ES256"}', text),
    written({ alg: 'ES256' }, `${text} x`),
    written({ alg: 'ES256' }, '"text"'),
  ];
  for (const token of unreadable.filter((each) => each !== '')) {
    expect(await outcomeOf(token), token).toBe('OIDC_TOKEN_MALFORMED');
  }
});

test('a token without kid is taken while the issuer has one key [oidcc-client-test-kid-absent-single-jwks]', async () => {
  expect(await outcomeOf(await withHeader({ kid: undefined }))).toBe('ok');
});

test('other members of a header are ignored', async () => {
  expect(await outcomeOf(await withHeader({ x5t: 'dGh1bWI', typ: 'application/jwt', other: 1 }))).toBe('ok');
});

test('T-32 a token is valid for the key that requested it, and returns the same session again', async () => {
  const token = await issuer.token(key.publicKey);
  const { session } = await logIn(token);
  expect((await logIn(token)).session).toBe(session);
  const thief = await createSigningKey();
  expect(await outcomeOf(token, thief.publicKey)).toBe('OIDC_NONCE_MISMATCH');
});

test('T-33 no other server is called for a token that names one', async () => {
  const before = issuer.requested.length;
  await outcomeOf(await withClaims({ iss: 'http://127.0.0.1:9/' }));
  expect(issuer.requested).toHaveLength(before);
});

test('T-34 a token that does not verify causes no look-up', async () => {
  const ask = (request: object) => callProxy(service, proxyAccount, request);
  const oidcToken = await issuer.token(key.publicKey);
  expect(await ask({ filterType: 'OIDC_TOKEN', filterValue: oidcToken })).toEqual({
    organizationId: expect.any(String),
  });
  const claims = JSON.stringify({ iss: issuer.url, sub: 'ada', aud: issuer.clientId });
  expect(await ask({ filterType: 'OIDC_CLAIMS', filterValue: claims })).toEqual({});
  expect(await ask({ filterType: 'OIDC_CLAIMS', filterValue: claims, oidcToken })).toEqual({
    organizationId: expect.any(String),
  });
  const others = await withClaims({ sub: 'eve' });
  expect(await ask({ filterType: 'OIDC_CLAIMS', filterValue: claims, oidcToken: others })).toEqual({});
  expect(await ask({ filterType: 'OIDC_TOKEN', filterValue: others })).toEqual({});
  const forged = written({ alg: 'ES256', kid: issuer.key().kid }, await issuer.claims(key.publicKey));
  await expect(ask({ filterType: 'OIDC_TOKEN', filterValue: forged })).rejects.toMatchObject({
    code: 'OIDC_SIGNATURE_INVALID',
  });
});
