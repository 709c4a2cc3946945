import { approveActivity } from '../../../../src/contract/activities.js';
import { createApiKeys } from '../../../../src/contract/credentials.js';
import { createOauthProviders, oauthLogin } from '../../../../src/contract/oauth.js';
import { listSuborgs } from '../../../../src/contract/organizations.queries.js';
import { createPolicy } from '../../../../src/contract/policies.js';
import { proxyAccount, proxySignup } from '../../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../../src/contract/proxyOauth.js';
import type { AnswerOf } from '../../../../src/contract/row.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { attestedStamper } from '../../../../src/stampers/attestedStamp.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../../support/issuer.js';
import { absentId, act, apiKeyOf, done, makeSubOrganization, type Party, rootOf } from '../../../support/parties.js';
import { ask, callProxy, envelope, post } from '../../../support/wire.js';

/** A person signs up by an OIDC token, logs in by it twice, and by another; and has a second identity. */
export async function oauthFlow(test: TestService): Promise<void> {
  const issuer = await startIssuer(test.clock);
  await test.configure(issuer.config);
  const root = await rootOf(test);
  const key = await createSigningKey();
  const { publicKey } = key;
  const providers = (oidcToken: string) => [{ providerName: 'Example ID', oidcToken }];
  const token = await issuer.token(publicKey);
  const signup = (oidcToken: string) =>
    callProxy<AnswerOf<typeof proxySignup>>(test, proxySignup, {
      apiKeys: [],
      authenticators: [],
      oauthProviders: providers(oidcToken),
    });
  const { organizationId, userId } = await signup(token);
  await signup(token);
  await signup(await issuer.token(publicKey, { jti: '2' }));
  await callProxy(test, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue: token });
  await ask(test, root.key, listSuborgs, {
    organizationId: root.organizationId,
    filterType: 'OIDC_TOKEN',
    filterValue: token,
  });
  await callProxy(test, proxyOauthLogin, { oidcToken: token, publicKey });
  await callProxy(test, proxyOauthLogin, { oidcToken: token, publicKey });
  const oidcToken = await issuer.token(publicKey, { jti: '3' });
  await done(test, { ...root, organizationId }, oauthLogin, { oidcToken, publicKey });
  const token4 = await issuer.token(publicKey, { jti: '4' });
  const body = envelope(test, stampLogin, root.organizationId, { publicKey });
  const { name, value } = await attestedStamper(key, token4, 'STAMP_ATTESTED_SCHEME_P256_OIDC').stamp(utf8(body));
  await post(test, stampLogin.path, body, { [name]: value });
  const second = providers(await issuer.token(publicKey, { sub: 'second' }));
  await done(test, { key, organizationId }, createOauthProviders, { userId, oauthProviders: second });
  await waitingIdentities(test, issuer);
  await approvedIdentity(test, issuer);
  await issuer.close();
}

/** Identities wait for the first stamp of a key: one that is not taken meanwhile, one that is, and one of a key that a parent gave. */
async function waitingIdentities(test: TestService, issuer: TestIssuer): Promise<void> {
  const attach = async (by: Party, { userId, key }: Party, sub: string) => {
    const oauthProviders = [{ providerName: 'Example ID', oidcToken: await issuer.token(key.publicKey, { sub }) }];
    await done(test, by, createOauthProviders, { userId, oauthProviders });
  };
  const { users } = await makeSubOrganization(test, { roots: 2 });
  const [eve, mallory] = users as [Party, Party];
  const given = { ...eve, key: await createSigningKey() };
  await done(test, eve, createApiKeys, { userId: eve.userId, apiKeys: [apiKeyOf(given.key)] });
  for (const sub of ['free', 'taken']) await attach(eve, given, sub);
  await attach(eve, mallory, 'given');
  const [own] = (await makeSubOrganization(test)).users;
  await attach(own, own, 'taken');
  for (const { key } of [given, mallory]) await ask(test, key, whoami, { organizationId: eve.organizationId });
  const absent = ask(test, given.key, whoami, { organizationId: absentId });
  if (await absent.then(Boolean, () => false)) throw new Error('It should have been refused.');
}

/** One waits for a vote, since a policy denies what is one's own right. */
async function approvedIdentity(test: TestService, issuer: TestIssuer): Promise<void> {
  const { users } = await makeSubOrganization(test, { roots: 2, threshold: 2 });
  const [eve, mallory] = users as [Party, Party];
  const approved = async ({ fingerprint }: { fingerprint: string }) =>
    act(test, mallory, approveActivity, { fingerprint });
  const condition = "activity.resource == 'CREDENTIAL'";
  await approved(await act(test, eve, createPolicy, { policyName: 'Ask', effect: 'EFFECT_DENY', condition }));
  const oidcToken = await issuer.token(eve.key.publicKey, { sub: 'waiting' });
  const oauthProviders = [{ providerName: 'Example ID', oidcToken }];
  const { status } = await approved(await act(test, eve, createOauthProviders, { userId: eve.userId, oauthProviders }));
  if (status !== 'ACTIVITY_STATUS_COMPLETED') throw new Error(`It should have been approved, and is ${status}.`);
}
