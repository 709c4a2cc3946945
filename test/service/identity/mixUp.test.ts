import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSubOrganization } from '../../../src/contract/organizations.js';
import { proxyAccount, proxySignup } from '../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../src/contract/proxyOauth.js';
import { RefusedError } from '../../../src/contract/refusals.js';
import type { AnswerOf } from '../../../src/contract/row.js';
import { createSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { createTestClock } from '../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../support/issuer.js';
import { done, refusedAs, rootOf } from '../../support/parties.js';
import { callProxy } from '../../support/wire.js';

const clock = createTestClock();
const logged: string[] = [];
let service: TestService;
let good: TestIssuer;
let evil: TestIssuer;
let key: SigningKey;

/** Two issuers, both of which the configuration names; the first has two clients. */
beforeAll(async () => {
  [good, evil, key] = [await startIssuer(clock), await startIssuer(clock), await createSigningKey()];
  service = await createTestService({
    clock,
    outbound: guardedOutbound('public and loopback'),
    log: (event, facts) => logged.push(JSON.stringify([event, facts])),
  });
  const clientIds = [good.clientId, 'second'];
  await service.configure({
    oidcIssuers: [
      { id: 'good', issuer: good.url, clientIds, label: 'Good ID' },
      { id: 'evil', issuer: evil.url, clientIds: ['evil-client'], label: 'Evil ID' },
    ],
  });
});
afterAll(async () => {
  await service.close();
  await good.close();
  await evil.close();
});

const signUp = async (oidcToken: string) => {
  const oauthProviders = [{ providerName: 'ID', oidcToken }];
  const request = { apiKeys: [], authenticators: [], oauthProviders };
  return (await callProxy<AnswerOf<typeof proxySignup>>(service, proxySignup, request)).organizationId;
};
const account = async (oidcToken: string) =>
  (await callProxy(service, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue: oidcToken })).organizationId;
const outcomeOf = (oidcToken: string) =>
  callProxy(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey }).then(
    () => 'ok',
    (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
  );

test('T-33 no issuer signs for another, whatever key, key id or audience its token names', async () => {
  await signUp(await good.token(key.publicKey));
  const claims = await good.claims(key.publicKey);
  const attempts = [
    [await evil.sign(claims), 'OIDC_SIGNATURE_INVALID'],
    [await evil.sign(claims, { kid: 'of nobody' }), 'OIDC_KEY_UNKNOWN'],
    [await evil.sign(claims, { kid: undefined }), 'OIDC_SIGNATURE_INVALID'],
    [await evil.sign({ ...claims, iss: evil.url }), 'OIDC_AUDIENCE_UNKNOWN'],
    [await evil.sign({ ...claims, aud: 'evil-client' }), 'OIDC_AUDIENCE_UNKNOWN'],
    [await evil.sign({ ...claims, iss: [good.url, evil.url], aud: 'evil-client' }), 'OIDC_TOKEN_MALFORMED'],
    [await evil.sign({ ...claims, iss: evil.url, aud: 'evil-client' }), 'ACCOUNT_NOT_FOUND'],
  ] as const;
  for (const [token, code] of attempts) expect(await outcomeOf(token), token).toBe(code);
});

test('T-34 one subject at two issuers, or to two clients, is two people', async () => {
  const mine = await signUp(await good.token(key.publicKey, { sub: 'same' }));
  const theirs = await evil.token(key.publicKey, { sub: 'same', aud: 'evil-client' });
  expect(await account(theirs)).toBeUndefined();
  const other = await signUp(theirs);
  const phone = await good.token(key.publicKey, { sub: 'same', aud: 'second' });
  expect(await account(phone)).toBeUndefined();
  const third = await signUp(phone);
  expect(new Set([mine, other, third]).size).toBe(3);
});

test('T-34 a token proves no claims of the same subject at another issuer, though the configuration names both', async () => {
  const sub = 'same subject';
  const oidcToken = await good.token(key.publicKey, { sub });
  const root = await rootOf(service);
  const beside = (iss: string, aud: string) => ({
    subOrganizationName: 'Beside',
    rootQuorumThreshold: 1,
    rootUsers: [
      {
        userName: 'Eve',
        oauthProviders: [
          { providerName: 'Own', oidcToken },
          { providerName: 'Claimed', oidcClaims: { iss, sub, aud } },
        ],
      },
    ],
  });
  const claimed = beside(evil.url, 'evil-client');
  await refusedAs('OIDC_CLAIMS_UNPROVED', service, root, createSubOrganization, claimed);
  await done(service, root, createSubOrganization, beside(good.url, 'second'));
});

test('T-34 an address, a name and a picture in a token identify nobody, and are not stored', async () => {
  const profile = {
    email: 'canary.of.a.profile@example.com',
    email_verified: true,
    name: 'Canary.of.a.profile',
    picture: 'https://canary.of.a.profile.example',
  };
  const organizationId = await signUp(await good.token(key.publicKey, { sub: 'profiled', ...profile }));
  const { db } = service.service.tools.store;
  const users = await db.selectFrom('users').selectAll().where('organization_id', '=', organizationId).execute();
  const credentials = await db.selectFrom('credentials').selectAll().execute();
  expect(JSON.stringify([users, credentials])).not.toMatch(/canary\.of\.a\.profile/i);
});

test('T-36 no token, nonce or claim reaches a log, whatever the outcome', async () => {
  const token = await good.token(key.publicKey, { sub: 'logged-canary' });
  await outcomeOf(token);
  await signUp(token);
  await outcomeOf(token);
  await outcomeOf(`${token.slice(0, -6)}AAAAAA`);
  good.answers.set('/keys', { status: 500 });
  clock.advanceMs(11 * 60_000);
  await outcomeOf(await good.token(key.publicKey, { sub: 'logged-canary', jti: '2' }));
  const all = logged.join('\n');
  expect(all).toContain('identity provider failed');
  for (const part of [...token.split('.'), 'logged-canary', key.publicKey]) expect(all).not.toContain(part);
});
