import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proxySignup } from '../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../src/contract/proxyOauth.js';
import { RefusedError } from '../../../src/contract/refusals.js';
import { toBase64Url } from '../../../src/crypto/base64url.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import { createSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { createTestClock, type TestClock } from '../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { discoveryPath, keysPath, startIssuer, type TestIssuer } from '../../support/issuer.js';
import { callProxy } from '../../support/wire.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let clock: TestClock;
let service: TestService;
let issuer: TestIssuer;
let key: SigningKey;

beforeAll(async () => {
  key = await createSigningKey();
});
beforeEach(async () => {
  clock = createTestClock();
  issuer = await startIssuer(clock);
  service = await createTestService({
    clock,
    outbound: guardedOutbound('public and loopback'),
    config: issuer.config,
  });
});
afterEach(async () => {
  await service.close();
  await issuer.close();
});

const signUp = async () => {
  const oauthProviders = [{ providerName: 'Example ID', oidcToken: await issuer.token(key.publicKey) }];
  await callProxy(service, proxySignup, { apiKeys: [], authenticators: [], oauthProviders });
};
const heard = async (more?: object) => {
  const oidcToken = await issuer.token(key.publicKey, more);
  return callProxy(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey }).then(
    () => 'ok',
    (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
  );
};
const askedFor = (path: string) => issuer.requested.filter((requested) => requested === path).length;

describe('keys are remembered', () => {
  test('for ten minutes, where the issuer says nothing of it or forbids it', async () => {
    await signUp();
    issuer.answers.set(keysPath, {
      body: JSON.stringify({ keys: [issuer.key().jwk] }),
      headers: { 'Cache-Control': 'no-store' },
    });
    clock.advanceMs(9 * minuteMs);
    expect(await heard()).toBe('ok');
    expect(askedFor(keysPath)).toBe(1);
    clock.advanceMs(2 * minuteMs);
    expect(await heard()).toBe('ok');
    clock.advanceMs(9 * minuteMs);
    expect(await heard()).toBe('ok');
    expect(askedFor(keysPath)).toBe(2);
  });

  test('for as long as it says, and a day at most', async () => {
    const body = JSON.stringify({ keys: [issuer.key().jwk] });
    issuer.answers.set(keysPath, { body, headers: { 'Cache-Control': 'public, max-age=7200', Age: '3600' } });
    await signUp();
    clock.advanceMs(59 * minuteMs);
    expect(await heard()).toBe('ok');
    expect(askedFor(keysPath)).toBe(1);
    clock.advanceMs(2 * minuteMs);
    issuer.answers.set(keysPath, { body, headers: { 'Cache-Control': 'max-age=9999999' } });
    expect(await heard()).toBe('ok');
    expect(askedFor(keysPath)).toBe(2);
    clock.advanceMs(23 * hourMs);
    expect(await heard()).toBe('ok');
    expect(askedFor(keysPath)).toBe(2);
    clock.advanceMs(2 * hourMs);
    expect(await heard()).toBe('ok');
    expect(askedFor(keysPath)).toBe(3);
  });

  test('and asked for once by all who wait for them', async () => {
    await signUp();
    clock.advanceMs(11 * minuteMs);
    expect(await Promise.all(Array.from({ length: 20 }, () => heard()))).toEqual(Array(20).fill('ok'));
    expect(askedFor(keysPath)).toBe(2);
  });
});

describe('a key that is new', () => {
  test('is asked for, once a minute at most [oidcc-client-test-signing-key-rotation]', async () => {
    await signUp();
    clock.advanceMs(minuteMs);
    await issuer.rotate();
    expect(await heard()).toBe('ok');
    await issuer.rotate();
    expect(await heard()).toBe('OIDC_KEY_UNKNOWN');
    expect(askedFor(keysPath)).toBe(2);
    clock.advanceMs(minuteMs);
    expect(await heard()).toBe('ok');
    expect(askedFor(keysPath)).toBe(3);
  });

  test('makes the old one worthless, once the issuer names it no more [oidcc-client-test-signing-key-rotation-just-before-signing]', async () => {
    await signUp();
    const old = issuer.key();
    clock.advanceMs(minuteMs);
    await issuer.rotate();
    expect(await heard()).toBe('ok');
    const oidcToken = await issuer.sign(await issuer.claims(key.publicKey), {}, old);
    await expect(callProxy(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey })).rejects.toMatchObject({
      code: 'OIDC_KEY_UNKNOWN',
    });
  });

  test.each(['RS256', 'ES256', 'EdDSA'] as const)('may be one of %s', async (alg) => {
    await issuer.rotate(alg);
    await signUp();
    expect(await heard()).toBe('ok');
  });

  test('is not guessed among several, where the token names none [oidcc-client-test-kid-absent-multiple-jwks]', async () => {
    await signUp();
    const first = issuer.key();
    const second = await issuer.rotate();
    issuer.answers.set(keysPath, { body: JSON.stringify({ keys: [first.jwk, second.jwk] }) });
    clock.advanceMs(11 * minuteMs);
    const nameless = await issuer.sign(await issuer.claims(key.publicKey), { kid: undefined });
    const response = callProxy(service, proxyOauthLogin, { oidcToken: nameless, publicKey: key.publicKey });
    await expect(response).rejects.toMatchObject({ code: 'OIDC_KEY_UNKNOWN' });
    expect(await heard()).toBe('ok');
  });

  test('of RS256 signs nothing else [oidcc-client-test-invalid-sig-rs256]', async () => {
    await issuer.rotate('RS256');
    await signUp();
    const [header, claims, signature = ''] = (await issuer.token(key.publicKey)).split('.');
    const bent = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const oidcToken = [header, claims, bent].join('.');
    await expect(callProxy(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey })).rejects.toMatchObject({
      code: 'OIDC_SIGNATURE_INVALID',
    });
  });

  test('that is too short, private, for another use or there twice is none', async () => {
    const { jwk } = issuer.key();
    const bad = [
      [{ kty: 'RSA', kid: jwk.kid, n: 'AQAB', e: 'AQAB' }],
      [{ ...jwk, d: 'AQAB' }],
      [{ ...jwk, use: 'enc' }],
      [{ ...jwk, key_ops: ['encrypt'] }],
      [{ ...jwk, alg: 'RS256' }],
      [{ ...jwk, x: 'AQAB' }],
      [{ kty: 'oct', kid: jwk.kid, k: 'c2VjcmV0' }],
      [jwk, { ...jwk, x: jwk.y }],
    ];
    for (const keys of bad) {
      issuer.answers.set(keysPath, { body: JSON.stringify({ keys }) });
      clock.advanceMs(11 * minuteMs);
      expect(await heard(), JSON.stringify(keys)).toBe('OIDC_KEY_UNKNOWN');
    }
  });
});

describe('T-33 an issuer that is not well', () => {
  test('leaves the keys that are known in use', async () => {
    await signUp();
    for (const answer of [{ status: 503 }, { body: 'no JSON' }, { body: '{"keys":{}}' }, { status: 302 }]) {
      issuer.answers.set(keysPath, answer);
      clock.advanceMs(11 * minuteMs);
      expect(await heard()).toBe('ok');
    }
    await issuer.close();
    clock.advanceMs(25 * hourMs);
    expect(await heard()).toBe('ok');
  });

  test('is asked once a minute at most while its keys are known', async () => {
    await signUp();
    issuer.answers.set(keysPath, { status: 500 });
    clock.advanceMs(11 * minuteMs);
    for (let times = 0; times < 5; times += 1) expect(await heard()).toBe('ok');
    expect(askedFor(keysPath)).toBe(2);
  });

  const failures = [
    { name: 'is down', path: discoveryPath, answer: { status: 503 }, code: 'PROVIDER_UNREACHABLE' },
    { name: 'has too much to do', path: keysPath, answer: { status: 429 }, code: 'PROVIDER_UNREACHABLE' },
    {
      name: 'has no discovery document',
      path: discoveryPath,
      answer: { status: 404 },
      code: 'PROVIDER_ANSWER_INVALID',
    },
    {
      name: 'sends elsewhere',
      path: keysPath,
      answer: { status: 302, headers: { Location: '/other' } },
      code: 'PROVIDER_ANSWER_INVALID',
    },
    { name: 'answers no JSON', path: keysPath, answer: { body: '<html>' }, code: 'PROVIDER_ANSWER_INVALID' },
    {
      name: 'names a member twice',
      path: keysPath,
      answer: { body: '{"keys":[],"keys":[]}' },
      code: 'PROVIDER_ANSWER_INVALID',
    },
    {
      name: 'has more than a hundred keys',
      path: keysPath,
      answer: { body: JSON.stringify({ keys: Array(101).fill({ kty: 'EC' }) }) },
      code: 'PROVIDER_ANSWER_INVALID',
    },
    {
      name: 'answers more than 256 KiB',
      path: keysPath,
      answer: { body: ' '.repeat(300_000) },
      code: 'PROVIDER_UNREACHABLE',
    },
    {
      name: 'names another issuer [oidcc-client-test-discovery-issuer-mismatch]',
      path: discoveryPath,
      answer: { body: '{"issuer":"https://evil.example","jwks_uri":"https://evil.example/keys"}' },
      code: 'PROVIDER_ANSWER_INVALID',
    },
  ] as const;

  test.each(failures)('that $name is told from others as $code', async ({ path, answer, code }) => {
    issuer.answers.set(path, answer);
    expect(await heard()).toBe(code);
    const asked = issuer.requested.length;
    expect(await heard()).toBe(code);
    expect(issuer.requested).toHaveLength(asked);
    issuer.answers.clear();
    clock.advanceMs(6000);
    expect(await heard()).toBe('ACCOUNT_NOT_FOUND');
  });

  test('that sends the service to keys inside is not followed', async () => {
    const body = JSON.stringify({ issuer: issuer.url, jwks_uri: 'http://169.254.169.254/latest/meta-data' });
    issuer.answers.set(discoveryPath, { body });
    expect(await heard()).toBe('PROVIDER_ANSWER_INVALID');
  });

  test('that never answers is given up after a while, and nobody else waits for it then', async () => {
    issuer.answers.set(discoveryPath, 'hang');
    expect(await heard()).toBe('PROVIDER_UNREACHABLE');
    expect(await heard()).toBe('PROVIDER_UNREACHABLE');
    expect(askedFor(discoveryPath)).toBe(1);
  });
});

test('nothing is recorded of a login that a provider or its token spoils', async () => {
  const activities = () => service.service.tools.store.db.selectFrom('activities').selectAll().execute();
  const before = (await activities()).length;
  issuer.answers.set(keysPath, { status: 503 });
  expect(await heard()).toBe('PROVIDER_UNREACHABLE');
  await expect(signUp()).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
  issuer.answers.clear();
  clock.advanceMs(6000);
  expect(await heard()).toBe('ACCOUNT_NOT_FOUND');
  expect(await heard({ nonce: 'another' })).toBe('OIDC_NONCE_MISMATCH');
  expect(await activities()).toHaveLength(before);
});

test('F6a a key of secp256k1 that calls itself one of P-256 verifies nothing', async () => {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  const { secretKey, publicKey } = secp256k1.keygen();
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33))];
  const decoy = { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: 'decoy', x, y };
  issuer.answers.set(keysPath, { body: JSON.stringify({ keys: [decoy] }) });
  const parts = [{ alg: 'ES256', kid: 'decoy' }, await issuer.claims(key.publicKey)];
  const signed = parts.map((part) => toBase64Url(utf8(JSON.stringify(part)))).join('.');
  const signature = new Uint8Array(secp256k1.sign(utf8(signed), secretKey));
  const oidcToken = `${signed}.${toBase64Url(signature)}`;
  await expect(callProxy(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey })).rejects.toMatchObject({
    code: 'OIDC_KEY_UNKNOWN',
  });
});
