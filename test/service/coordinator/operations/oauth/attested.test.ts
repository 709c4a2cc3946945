import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { createApiKeys, deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { getApiKeys } from '../../../../../src/contract/credentials.queries.js';
import { createOauthProviders } from '../../../../../src/contract/oauth.js';
import { createPolicy } from '../../../../../src/contract/policies.js';
import { proxySignup } from '../../../../../src/contract/proxy.js';
import { readRefusal } from '../../../../../src/contract/readRefusal.js';
import { RefusedError } from '../../../../../src/contract/refusals.js';
import type { ActivityRow, AnswerOf } from '../../../../../src/contract/row.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import type { ApiKey } from '../../../../../src/contract/shapes.js';
import { createUsers } from '../../../../../src/contract/users.js';
import { whoami } from '../../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { listWallets } from '../../../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { createSigningKey, type SigningKey } from '../../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../../src/crypto/tokens.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import { attestedStamper } from '../../../../../src/stampers/attestedStamp.js';
import { createTestClock } from '../../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../../../support/issuer.js';
import {
  absentId,
  act,
  apiKeyOf,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, envelope, post } from '../../../../support/wire.js';

const scheme = 'STAMP_ATTESTED_SCHEME_P256_OIDC';

describe.each(databases)('X-Stamp-Attested on $name', ({ open }) => {
  const clock = createTestClock();
  let service: TestService;
  let issuer: TestIssuer;
  let root: Party;
  let subject: string;
  let key: SigningKey;
  let people = 0;

  beforeAll(async () => {
    issuer = await startIssuer(clock);
    service = await createTestService({
      clock,
      store: await open(),
      outbound: guardedOutbound('public and loopback'),
      config: { ...issuer.config, signupsPerAddress: { most: 10_000, windowSeconds: 60 } },
    });
    root = await rootOf(service);
  });
  afterAll(async () => {
    await service.close();
    await issuer.close();
  });
  beforeEach(async () => {
    people += 1;
    subject = `person-${people}`;
    key = await createSigningKey();
    clock.advanceMs(1);
  });

  const tokenFor = (by = key, more: object = {}) => issuer.token(by.publicKey, { sub: subject, ...more });
  const providers = (oidcToken: string) => [{ providerName: 'Example ID', oidcToken }];
  const signUp = async () =>
    callProxy<AnswerOf<typeof proxySignup>>(service, proxySignup, {
      apiKeys: [],
      authenticators: [],
      oauthProviders: providers(await tokenFor()),
    });
  const stamped = async (by: SigningKey, token: string, body: string) => {
    const { name, value } = await attestedStamper(by, token, scheme).stamp(utf8(body));
    return { [name]: value };
  };
  const submit = async (token: string, row: ActivityRow, organizationId: string, parameters: object, by = key) => {
    clock.advanceMs(1);
    const body = envelope(service, row, organizationId, parameters);
    const response = await post(service, row.path, body, await stamped(by, token, body));
    const answer = await response.json();
    if (!response.ok) throw readRefusal(response.status, answer, null);
    return answer.activity;
  };
  const logIn = async (token: string, organizationId: string, by = key): Promise<string> => {
    const activity = await submit(token, stampLogin, organizationId, { publicKey: by.publicKey }, by);
    return activity.result.stampLoginResult.session;
  };
  const outcomeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'ok',
      (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
    );

  test('a person logs in by a token and the key that requested it, naming their organization or its parent', async () => {
    const { organizationId, userId } = await signUp();
    for (const named of [organizationId, root.organizationId]) {
      const session = await logIn(await tokenFor(), named);
      expect(readSessionToken(session)).toMatchObject({
        organization_id: organizationId,
        user_id: userId,
        public_key: key.publicKey,
      });
      expect(await ask(service, key, whoami, { organizationId: root.organizationId })).toMatchObject({
        organizationId,
        userId,
      });
    }
  });

  test('T-32 the token must be valid, recent and requested for the key that stamps', async () => {
    const { organizationId } = await signUp();
    const thief = await createSigningKey();
    const good = await tokenFor();
    const past = Math.floor(clock() / 1000) - 661;
    const forged = `${good.split('.').slice(0, 2).join('.')}.${(await tokenFor(key, { jti: 'another' })).split('.')[2]}`;
    for (const [token, by, code] of [
      [good, thief, 'OIDC_NONCE_MISMATCH'],
      [await tokenFor(key, { iat: past }), key, 'OIDC_TOKEN_TOO_OLD'],
      [forged, key, 'OIDC_SIGNATURE_INVALID'],
      ['x.y.z', key, 'OIDC_TOKEN_MALFORMED'],
      [await tokenFor(key, { sub: 'nobody' }), key, 'PUBLIC_KEY_NOT_FOUND'],
      [await tokenFor(key, { iss: 'https://evil.example' }), key, 'OIDC_ISSUER_UNKNOWN'],
    ] as const) {
      expect(await outcomeOf(logIn(token, organizationId, by))).toBe(code);
      expect(await outcomeOf(logIn(token, root.organizationId, by))).toBe(code);
    }
    expect(await outcomeOf(logIn(good, absentId))).toBe('ORGANIZATION_NOT_FOUND');
  });

  test('T-32 an invalid token does not reveal whether a person is known', async () => {
    const { organizationId } = await signUp();
    const thief = await createSigningKey();
    const forge = async (sub: string) => {
      const [header, claims] = (await tokenFor(key, { sub })).split('.');
      return `${header}.${claims}.${(await tokenFor(key, { jti: 'another' })).split('.')[2]}`;
    };
    const past = Math.floor(clock() / 1000) - 661;
    const attempts = [
      async (sub: string) => [await tokenFor(key, { sub }), thief] as const,
      async (sub: string) => [await tokenFor(key, { sub, iat: past }), key] as const,
      async (sub: string) => [await forge(sub), key] as const,
    ];
    for (const attempt of attempts) {
      for (const named of [organizationId, root.organizationId]) {
        const codes = [];
        for (const sub of [subject, 'nobody']) {
          const [token, by] = await attempt(sub);
          codes.push(await outcomeOf(logIn(token, named, by)));
        }
        expect(codes[0]).toMatch(/^OIDC_/);
        expect(codes[1]).toBe(codes[0]);
      }
    }
  });

  test('T-25 the stamp is over the body, whole and of its form', async () => {
    const { organizationId } = await signUp();
    const token = await tokenFor();
    const body = envelope(service, stampLogin, organizationId, { publicKey: key.publicKey });
    const headers = await stamped(key, token, body);
    const changed = await post(service, stampLogin.path, `${body} `, headers);
    expect(await changed.text()).toContain('STAMP_INVALID');
    const [header = ''] = Object.values(headers);
    for (const bent of [`${header}A`, header.slice(1), JSON.stringify({ publicKey: key.publicKey }), '', 'e30']) {
      const answer = await post(service, stampLogin.path, body, { 'X-Stamp-Attested': bent });
      expect(await answer.text(), bent).toContain('STAMP_MALFORMED');
    }
  });

  test('nothing but a login and a vote is stamped so', async () => {
    const { organizationId, userId } = await signUp();
    const token = await tokenFor();
    const wallet = { walletName: 'Wallet', accounts: [] };
    expect(await outcomeOf(submit(token, createWallet, organizationId, wallet))).toBe('STAMP_NOT_TAKEN');
    const apiKeys = { userId, apiKeys: [] };
    expect(await outcomeOf(submit(token, createApiKeys, organizationId, apiKeys))).toBe('STAMP_NOT_TAKEN');
    const body = JSON.stringify({ organizationId });
    const answer = await post(service, whoami.path, body, await stamped(key, token, body));
    expect(await answer.text()).toContain('STAMP_NOT_TAKEN');
  });

  test('a vote by the user with that identity counts, and stores no token', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [ada, grace = ada] = users;
    const oauthProviders = providers(await tokenFor(grace.key));
    await done(service, grace, createOauthProviders, { userId: grace.userId, oauthProviders });
    const { fingerprint, status } = await act(service, ada, createWallet, { walletName: 'Both', accounts: [] });
    expect(status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const token = await tokenFor(key, { jti: 'vote' });
    await submit(token, approveActivity, ada.organizationId, { fingerprint });
    const { organizationId } = ada;
    const { wallets } = await ask<{ wallets: object[] }>(service, ada.key, listWallets, { organizationId });
    expect(wallets).toHaveLength(1);
    const { db } = service.service.tools.store;
    const votes = await db.selectFrom('votes').selectAll().where('user_id', '=', grace.userId).execute();
    expect(votes).toMatchObject([{ public_key: key.publicKey, scheme }]);
    const recorded = await db.selectFrom('activities').selectAll().execute();
    expect(JSON.stringify([votes, recorded])).not.toContain(token);
  });

  test('what a policy asks of every credential it asks of an identity, too', async () => {
    const { users } = await makeSubOrganization(service);
    const [ada] = users;
    const { organizationId } = ada;
    const [mona, otto] = [
      await makeMember(service, organizationId, root.organizationId, 'Mona'),
      await makeMember(service, organizationId, root.organizationId, 'Otto'),
    ];
    const oauthProviders = providers(await tokenFor(otto.key));
    await done(service, otto, createOauthProviders, { userId: otto.userId, oauthProviders });
    const allow = (policyName: string, credentials: string) =>
      done(service, ada, createPolicy, {
        policyName,
        effect: 'EFFECT_ALLOW',
        consensus: `approvers.count() >= 2 && ${credentials}`,
        condition: "activity.resource == 'WALLET'",
      });
    await allow('By keys alone', "credentials.all(c, c.type == 'CREDENTIAL_TYPE_API_KEY_P256')");
    const { fingerprint, status } = await act(service, mona, createWallet, { walletName: 'Both', accounts: [] });
    expect(status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const wallets = async () =>
      (await ask<{ wallets: object[] }>(service, ada.key, listWallets, { organizationId })).wallets;
    await submit(await tokenFor(key, { jti: 'first' }), approveActivity, organizationId, { fingerprint });
    expect(await wallets()).toEqual([]);
    const named = `c.type == 'CREDENTIAL_TYPE_OAUTH_KEY_P256' && c.public_key == '${key.publicKey}'`;
    await allow('By an identity', `credentials.any(c, ${named})`);
    const third = await makeMember(service, organizationId, root.organizationId, 'Tina');
    await done(service, third, approveActivity, { fingerprint });
    expect(await wallets()).toHaveLength(1);
  });

  test("no identity stands for a member of a top-level organization's root quorum", async () => {
    const other = await makeOtherParent(service);
    await service.configure(issuer.config);
    const { userId } = root;
    const oauthProviders = providers(await tokenFor(root.key));
    await done(service, root, createOauthProviders, { userId, oauthProviders });
    expect(await outcomeOf(logIn(await tokenFor(), root.organizationId))).toBe('PUBLIC_KEY_NOT_FOUND');
    // So that it is no way back for her either.
    const [last] = (
      await ask<{ apiKeys: ApiKey[] }>(service, root.key, getApiKeys, { organizationId: root.organizationId, userId })
    ).apiKeys;
    const apiKeyIds = [last?.apiKeyId ?? ''];
    await refusedAs('LAST_CREDENTIAL', service, root, deleteApiKeys, { userId, apiKeyIds });
    const own = await createSigningKey();
    const member = { userName: `Member ${people}`, apiKeys: [apiKeyOf(own)], authenticators: [], userTags: [] };
    const identity = providers(await tokenFor(own, { sub: `${subject}-member` }));
    const { userIds } = await done(service, root, createUsers, { users: [{ ...member, oauthProviders: identity }] });
    await ask(service, own, whoami, { organizationId: root.organizationId });
    const session = await logIn(await tokenFor(key, { sub: `${subject}-member` }), root.organizationId);
    expect(readSessionToken(session).user_id).toBe(userIds[0]);
    expect(await outcomeOf(logIn(await tokenFor(), other.organizationId))).toBe('OIDC_ISSUER_UNKNOWN');
  });
});
