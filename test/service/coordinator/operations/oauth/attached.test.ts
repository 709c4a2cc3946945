import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { createApiKeys, deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { createOauthProviders, deleteOauthProviders } from '../../../../../src/contract/oauth.js';
import { createPolicy } from '../../../../../src/contract/policies.js';
import { proxyAccount } from '../../../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../../../src/contract/proxyOauth.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import { createUsers } from '../../../../../src/contract/users.js';
import { getUser, whoami } from '../../../../../src/contract/users.queries.js';
import { createSigningKey, type SigningKey } from '../../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../../src/crypto/tokens.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../../../support/issuer.js';
import {
  act,
  apiKeyOf,
  done,
  makeSubOrganization,
  newKey,
  type Party,
  refusedAs,
} from '../../../../support/parties.js';
import { tickingClock } from '../../../../support/tickingClock.js';
import { ask, callProxy } from '../../../../support/wire.js';

let issuer: TestIssuer;
let service: TestService;
let ada: Party;
let subject = '';
let people = 0;
const clock = tickingClock();
beforeAll(async () => {
  issuer = await startIssuer(clock);
  const outbound = guardedOutbound('public and loopback');
  service = await createTestService({ clock, outbound, config: issuer.config });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});
beforeEach(async () => {
  people += 1;
  subject = `person-${people}`;
  clock.advanceMs(1);
  await service.configure({ acceptUnboundProviderTokens: false });
  [ada] = (await makeSubOrganization(service)).users;
});

const tokenFor = (key: Pick<SigningKey, 'publicKey'>, more?: object) =>
  issuer.token(key.publicKey, { sub: subject, ...more });
const attach = async (token: string) => ({
  userId: ada.userId,
  oauthProviders: [{ providerName: 'Example ID', oidcToken: token }],
});
/** Where a fresh login with the identity leads, if anywhere. */
async function leadsTo(): Promise<string | undefined> {
  const key = await createSigningKey();
  const oidcToken = await tokenFor(key, { jti: crypto.randomUUID() });
  const filter = { filterType: 'OIDC_TOKEN', filterValue: oidcToken };
  const { organizationId } = await callProxy<{ organizationId?: string }>(service, proxyAccount, filter);
  const login = callProxy<{ session: string }>(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey });
  if (organizationId === undefined) {
    await expect(login).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    return undefined;
  }
  expect(readSessionToken((await login).session).organization_id).toBe(organizationId);
  return organizationId;
}

test('A-69: a stranger’s token does not attach their identity, and with their public key registered leads nowhere', async () => {
  const stranger = await createSigningKey();
  const token = await tokenFor(stranger);
  await refusedAs('OIDC_NONCE_MISMATCH', service, ada, createOauthProviders, await attach(token));
  await done(service, ada, createApiKeys, { userId: ada.userId, apiKeys: [apiKeyOf(stranger)] });
  await done(service, ada, createOauthProviders, await attach(token));
  expect(await leadsTo()).toBeUndefined();
  const lists = { authenticators: [], userTags: [] };
  const oidcToken = await tokenFor(await createSigningKey(), { jti: '2' });
  const users = [
    { userName: 'Eve', apiKeys: [], ...lists, oauthProviders: [{ providerName: 'Example ID', oidcToken }] },
  ];
  await refusedAs('OIDC_NONCE_MISMATCH', service, ada, createUsers, { users });
  // The stranger is not kept from an account of their own, and what waited is nobody's way in any more.
  const [own] = (await makeSubOrganization(service)).users;
  const mine = {
    userId: own.userId,
    oauthProviders: [{ providerName: 'Example ID', oidcToken: await tokenFor(own.key) }],
  };
  await done(service, own, createOauthProviders, mine);
  expect(await leadsTo()).toBe(own.organizationId);
  await ask(service, stranger, whoami, { organizationId: ada.organizationId });
  expect(await leadsTo()).toBe(own.organizationId);
});

test('A-69: an identity counts from the first stamp of its key in that very organization on', async () => {
  const key = await newKeyOf(ada);
  await done(service, ada, createOauthProviders, await attach(await tokenFor(key)));
  expect(await leadsTo()).toBeUndefined();
  const [other] = (await makeSubOrganization(service)).users;
  await done(service, other, createApiKeys, { userId: other.userId, apiKeys: [apiKeyOf(key)] });
  await ask(service, key, whoami, { organizationId: other.organizationId });
  expect(await leadsTo()).toBeUndefined();
  await ask(service, key, whoami, { organizationId: ada.organizationId });
  expect(await leadsTo()).toBe(ada.organizationId);
});

test('A-69: a key that a parent gave is no sign of its holder either', async () => {
  const { users } = await makeSubOrganization(service, { roots: 2 });
  const [eve, mallory = eve] = users;
  const oauthProviders = [{ providerName: 'Example ID', oidcToken: await tokenFor(mallory.key) }];
  await done(service, eve, createOauthProviders, { userId: mallory.userId, oauthProviders });
  expect(await leadsTo()).toBeUndefined();
  await ask(service, mallory.key, whoami, { organizationId: eve.organizationId });
  expect(await leadsTo()).toBe(eve.organizationId);
});

test('an identity counts at once by the key that stamps, by one that has stamped, and by one that a renewal replaced', async () => {
  for (const how of ['stamps', 'has stamped', 'was replaced'] as const) {
    subject = `${subject}-${how}`;
    const session = await createSigningKey();
    await done(service, ada, stampLogin, { publicKey: session.publicKey, expirationSeconds: '900' });
    await ask(service, session, whoami, { organizationId: ada.organizationId });
    const request = await attach(await tokenFor(session));
    if (how === 'was replaced') {
      const next = await createSigningKey();
      await done(service, { ...ada, key: session }, stampLogin, {
        publicKey: next.publicKey,
        expirationSeconds: '900',
      });
      await done(service, { ...ada, key: next }, deleteApiKeys, {
        userId: ada.userId,
        apiKeyIds: [await apiKeyIdOf(session)],
      });
      await done(service, { ...ada, key: next }, createOauthProviders, request);
    } else await done(service, how === 'stamps' ? { ...ada, key: session } : ada, createOauthProviders, request);
    expect(await leadsTo(), how).toBe(ada.organizationId);
  }
});

test('a key that a renewal replaced more than ten minutes ago binds no token', async () => {
  const session = await createSigningKey();
  await done(service, ada, stampLogin, { publicKey: session.publicKey, expirationSeconds: '86400' });
  const next = await createSigningKey();
  await done(service, { ...ada, key: session }, stampLogin, { publicKey: next.publicKey, expirationSeconds: '86400' });
  const apiKeyIds = [await apiKeyIdOf(session)];
  await done(service, { ...ada, key: next }, deleteApiKeys, { userId: ada.userId, apiKeyIds });
  clock.advanceMs(600_000);
  await refusedAs('OIDC_NONCE_MISMATCH', service, ada, createOauthProviders, await attach(await tokenFor(session)));
});

test('A-69: a key that another user’s renewal replaced binds no token', async () => {
  const { users } = await makeSubOrganization(service, { roots: 2 });
  const [eve, bob = eve] = users;
  const session = await createSigningKey();
  await done(service, bob, stampLogin, { publicKey: session.publicKey, expirationSeconds: '900' });
  const token = await tokenFor(session);
  const { publicKey } = await createSigningKey();
  await done(service, { ...bob, key: session }, stampLogin, { publicKey, expirationSeconds: '900' });
  const oauthProviders = [{ providerName: 'Example ID', oidcToken: token }];
  const theirs = { userId: eve.userId, oauthProviders };
  await refusedAs('OIDC_NONCE_MISMATCH', service, eve, createOauthProviders, theirs);
  await done(service, bob, createOauthProviders, { userId: bob.userId, oauthProviders });
});

test('what waits for votes is refused at its submission where its token is bound to no key of that user', async () => {
  const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
  const [first, second = first] = users;
  const given = async (token: string) => ({
    userId: second.userId,
    oauthProviders: [{ providerName: 'Example ID', oidcToken: token }],
  });
  const foreign = await given(await tokenFor(await createSigningKey()));
  await refusedAs('OIDC_NONCE_MISMATCH', service, first, createOauthProviders, foreign);
  const { fingerprint } = await act(service, first, createOauthProviders, await given(await tokenFor(second.key)));
  await done(service, second, approveActivity, { fingerprint });
  await ask(service, second.key, whoami, { organizationId: first.organizationId });
  expect(await leadsTo()).toBe(first.organizationId);
});

test('A-69: what waits for votes stays bound to its key, whether that is renewed meanwhile or deleted unproved', async () => {
  const { users } = await makeSubOrganization(service, { roots: 3, threshold: 2 });
  const [asks, votes = asks] = users;
  ada = asks;
  const approve = async ({ fingerprint }: { fingerprint: string }) => {
    const { status } = await act(service, votes, approveActivity, { fingerprint });
    expect(status).toBe('ACTIVITY_STATUS_COMPLETED');
  };
  const idOf = async (publicKey: string) => {
    const { db } = service.service.tools.store;
    const keys = db.selectFrom('credentials').select('credential_id').where('lookup_key', '=', publicKey);
    return (await keys.executeTakeFirstOrThrow()).credential_id;
  };
  const remove = async ({ publicKey }: SigningKey) => {
    const request = { userId: ada.userId, apiKeyIds: [await idOf(publicKey)] };
    await approve(await act(service, ada, deleteApiKeys, request));
  };
  const session = await createSigningKey();
  await done(service, ada, stampLogin, { publicKey: session.publicKey });
  // Where a policy denies it, what is one's own right waits for the root quorum.
  const deny = { policyName: 'Ask', effect: 'EFFECT_DENY', condition: "activity.resource == 'CREDENTIAL'" };
  await approve(await act(service, ada, createPolicy, deny));
  const waiting = await act(
    service,
    { ...ada, key: session },
    createOauthProviders,
    await attach(await tokenFor(session)),
  );
  expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const renewed = await createSigningKey();
  await done(service, { ...ada, key: session }, stampLogin, { publicKey: renewed.publicKey });
  const { db } = service.service.tools.store;
  await db
    .deleteFrom('credentials')
    .where('credential_id', '=', await idOf(session.publicKey))
    .execute();
  clock.advanceMs(11 * 60_000);
  await approve(waiting);
  expect(await leadsTo()).toBe(ada.organizationId);
  // A key that was never shown here makes nobody's identity count by its deletion.
  subject = `${subject}-stranger`;
  const stranger = await createSigningKey();
  const keys = { userId: ada.userId, apiKeys: [apiKeyOf(stranger, 'Stranger')] };
  await approve(await act(service, ada, createApiKeys, keys));
  const unproved = await act(service, ada, createOauthProviders, await attach(await tokenFor(stranger, { jti: 's' })));
  await remove(stranger);
  await approve(unproved);
  expect(await leadsTo()).toBeUndefined();
});

test('an identity that waits is listed, can be removed, and is no way in that a last key may leave', async () => {
  const key = await newKeyOf(ada);
  const { providerIds } = await done(service, ada, createOauthProviders, await attach(await tokenFor(key)));
  const again = await attach(await tokenFor(key, { jti: '2' }));
  await refusedAs('CREDENTIAL_CONFLICT', service, ada, createOauthProviders, again);
  const apiKeyIds = [await apiKeyIdOf(ada.key), await apiKeyIdOf(key)];
  await refusedAs('LAST_CREDENTIAL', service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds });
  await done(service, ada, deleteOauthProviders, { userId: ada.userId, providerIds });
  await ask(service, key, whoami, { organizationId: ada.organizationId });
  expect(await leadsTo()).toBeUndefined();
});

test('a configuration may accept tokens for keys that nobody registers, as public kits send them', async () => {
  await service.configure({ acceptUnboundProviderTokens: true });
  await done(service, ada, createOauthProviders, await attach(await tokenFor(await createSigningKey())));
  expect(await leadsTo()).toBe(ada.organizationId);
});

/** A key of the user that has not stamped yet. */
async function newKeyOf(by: Party): Promise<SigningKey> {
  return newKey(service, by, by.userId);
}

async function apiKeyIdOf({ publicKey }: Pick<SigningKey, 'publicKey'>): Promise<string> {
  const { organizationId, userId } = ada;
  const { user } = await ask<{ user: { apiKeys: { apiKeyId: string; credential: { publicKey: string } }[] } }>(
    service,
    ada.key,
    getUser,
    { organizationId, userId },
  );
  return user.apiKeys.find(({ credential }) => credential.publicKey === publicKey)?.apiKeyId ?? '';
}
