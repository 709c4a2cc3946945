import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GetLoginStateResponse, getLoginState } from '../../../../../src/contract/loginState.queries.js';
import { createOauthProviders } from '../../../../../src/contract/oauth.js';
import { proxyOtpInit, proxySignup } from '../../../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../../../src/contract/proxyOauth.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import { createTestClock } from '../../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { eventually } from '../../../../support/eventually.js';
import { startIssuer, type TestIssuer } from '../../../../support/issuer.js';
import { done, makeSubOrganization, type Party, rootOf } from '../../../../support/parties.js';
import { ask, callProxy, signupRequest, verifiedToken } from '../../../../support/wire.js';

const clock = createTestClock();
let service: TestService;
let issuer: TestIssuer;
let root: Party;
beforeAll(async () => {
  issuer = await startIssuer(clock);
  const outbound = guardedOutbound('public and loopback');
  service = await createTestService({ clock, outbound, config: { ...issuer.config, allowedAuthMethods: ['sms'] } });
  root = await rootOf(service);
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

const stateOf = ({ organizationId, userId }: Pick<Party, 'organizationId' | 'userId'>) =>
  ask<GetLoginStateResponse>(service, root.key, getLoginState, { organizationId, userId });
const reasonsOf = ({ methods }: GetLoginStateResponse, name: string) =>
  methods.find(({ method }) => method === name)?.reasons.map(({ code }) => code);

test('a provider that the configuration does not name any more lets nobody in, and its refusal is a stranger’s', async () => {
  const [ada] = (await makeSubOrganization(service)).users;
  const oidcToken = await issuer.token(ada.key.publicKey, { sub: 'ada' });
  await done(service, ada, createOauthProviders, {
    userId: ada.userId,
    oauthProviders: [{ providerName: 'Example ID', oidcToken }],
  });
  const logIn = async () => {
    const { publicKey } = await createSigningKey();
    return callProxy(service, proxyOauthLogin, { oidcToken: await issuer.token(publicKey, { sub: 'ada' }), publicKey });
  };
  const before = await stateOf(ada);
  expect(before.methods.at(-1)).toMatchObject({ method: 'oauth', name: 'Example ID', canLogIn: true, reasons: [] });
  expect(await logIn()).toMatchObject({ session: expect.any(String) });
  await service.configure({ oidcIssuers: [] });
  expect(reasonsOf(await stateOf(ada), 'oauth')).toEqual(['PROVIDER_OFF']);
  await expect(logIn()).rejects.toMatchObject({ code: 'OIDC_ISSUER_UNKNOWN' });
  // The answer did not wait for the note that is taken of it.
  await eventually(async () => {
    clock.advanceMs(5000);
    await service.service.deliver();
    const { refusals } = await stateOf(ada);
    expect(refusals).toMatchObject([{ method: 'oauth', code: 'OIDC_ISSUER_UNKNOWN', by: 'STRANGER' }]);
  });
  await service.configure(issuer.config);
  expect(await logIn()).toMatchObject({ session: expect.any(String) });
});

test('a number of a country that is not served any more gets no code', async () => {
  const contact = '+14155550100';
  const { token, key } = await verifiedToken(service, contact, 'OTP_TYPE_SMS');
  const ada = await callProxy<Party>(service, proxySignup, await signupRequest(token, key));
  expect(reasonsOf(await stateOf(ada), 'sms')).toEqual([]);
  await service.configure({ smsCountries: { allow: ['44'] } });
  expect(reasonsOf(await stateOf(ada), 'sms')).toEqual(['CONTACT_NOT_SERVED']);
  const code = callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact });
  await expect(code).rejects.toMatchObject({ code: 'CONTACT_NOT_SERVED' });
});
