import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOauthProviders, oauthLogin } from '../../../../../src/contract/oauth.js';
import { createPolicies, createPolicy } from '../../../../../src/contract/policies.js';
import { proxyOauthLogin } from '../../../../../src/contract/proxyOauth.js';
import type { RefusalCode } from '../../../../../src/contract/refusals.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import { createTestClock } from '../../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../../../support/issuer.js';
import {
  absentId,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { tooMany } from '../../../../support/policies/costly.js';
import { callProxy } from '../../../../support/wire.js';

const clock = createTestClock();
const sub = 'bob';
let service: TestService;
let issuer: TestIssuer;
let root: Party;
let ada: Party;

/** Bob is a member of Ada's organization who logs in by an ID token. */
beforeAll(async () => {
  issuer = await startIssuer(clock);
  const outbound = guardedOutbound('public and loopback');
  service = await createTestService({ clock, outbound, config: issuer.config });
  root = await rootOf(service);
  [ada] = (await makeSubOrganization(service)).users;
  const bob = await makeMember(service, ada.organizationId, root.organizationId, 'Bob');
  const oidcToken = await issuer.token(bob.key.publicKey, { sub });
  const oauthProviders = [{ providerName: 'Example ID', oidcToken }];
  await done(service, bob, createOauthProviders, { userId: bob.userId, oauthProviders });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

const there = () => ({ ...root, organizationId: ada.organizationId });

/** That a login by a key is refused, by the parent itself and through the proxy. */
async function refuse(code: RefusalCode, publicKey: string): Promise<void> {
  const request = { oidcToken: await issuer.token(publicKey, { sub }), publicKey };
  await refusedAs(code, service, there(), oauthLogin, request);
  await expect(callProxy(service, proxyOauthLogin, request)).rejects.toMatchObject({ code });
}

test('a login by an ID token is refused with a key that is none, or is another’s', async () => {
  await refuse('PUBLIC_KEY_INVALID', `02${'ff'.repeat(32)}`);
  await refuse('CREDENTIAL_CONFLICT', ada.key.publicKey);
});

test('a login by an ID token as a session profile is refused: there are none', async () => {
  const { publicKey } = await createSigningKey();
  const request = { oidcToken: await issuer.token(publicKey, { sub }), publicKey, sessionProfileId: absentId };
  await refusedAs('NOT_YET_SUPPORTED', service, there(), oauthLogin, request);
});

test('a login by an ID token is refused where a policy denies it', async () => {
  const condition = "activity.kind == 'OAUTH_LOGIN'";
  await done(service, ada, createPolicy, { policyName: 'No logins', effect: 'EFFECT_DENY', condition });
  await refuse('NOT_AUTHORIZED', (await createSigningKey()).publicKey);
});

test('A-63: a login by an ID token is refused where policies that deny are too costly to ask', async () => {
  await done(service, ada, createPolicies, { policies: tooMany('EFFECT_DENY', 99) });
  await refuse('POLICY_TOO_COSTLY', (await createSigningKey()).publicKey);
});
