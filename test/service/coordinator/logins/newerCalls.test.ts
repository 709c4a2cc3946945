import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otpLogin } from '../../../../src/contract/otp.js';
import { proxyOtpLoginV2, proxySignupV2 } from '../../../../src/contract/proxyV2.js';
import type { AnswerOf } from '../../../../src/contract/row.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { readSessionToken, readVerificationToken } from '../../../../src/crypto/tokens.js';
import { guardedOutbound } from '../../../../src/service/node/guardedOutbound.js';
import { signClientMessage } from '../../../../src/stampers/clientSignature.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../../support/issuer.js';
import { apiKeyOf, done, refusedAs, rootOf } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, callProxy, loginRequest, signUp, signupRequest, verifiedToken } from '../../../support/wire.js';
import { outcomeOf } from './outcome.js';

describe.each(databases)('the newer calls of public clients on $name', ({ open }) => {
  let service: TestService;
  let issuer: TestIssuer;
  beforeAll(async () => {
    service = await createTestService({
      store: await open(),
      outbound: guardedOutbound('public and loopback'),
    });
    issuer = await startIssuer(service.clock);
    const clientIds = [issuer.clientId, 'phone'];
    const oidcIssuers = [{ id: 'example', issuer: issuer.url, clientIds, label: 'Example ID' }];
    await service.configure({ oidcIssuers, allowedAuthMethods: ['email', 'wallet'] });
  });
  afterAll(async () => {
    await service.close();
    await issuer.close();
  });

  const signup = (request: object) => callProxy<AnswerOf<typeof proxySignupV2>>(service, proxySignupV2, request);

  test('a person signs up by a code, whose client signature may be of signupV2', async () => {
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const request = (await signupRequest(token, key)) as Record<string, unknown>;
    const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
    const signed = { signupV2: { ...lists, email: 'ada@example.com' }, tokenId: readVerificationToken(token).id };
    const message = JSON.stringify({ ...signed, type: 'USAGE_TYPE_SIGNUP' });
    const made = await signup({ ...request, clientSignature: await signClientMessage(key, message) });
    expect(made.wallet?.addresses).toHaveLength(2);
    const login = await loginRequest(token, key, made.organizationId);
    const { session } = await callProxy<{ session: string }>(service, proxyOtpLoginV2, login);
    expect(readSessionToken(session)).toMatchObject({ organization_id: made.organizationId, user_id: made.userId });
    expect(await ask(service, key, whoami, { organizationId: made.organizationId })).toMatchObject({
      userId: made.userId,
    });
  });

  test('a person signs up by a token, with claims for another client of the same issuer', async () => {
    const { publicKey } = await createSigningKey();
    const token = { providerName: 'Example ID', oidcToken: await issuer.token(publicKey) };
    const claimed = { providerName: 'Phone', oidcClaims: { iss: issuer.url, sub: 'ada', aud: 'phone' } };
    const lists = { apiKeys: [], authenticators: [] };
    expect(await outcomeOf(() => signup({ ...lists, oauthProviders: [claimed] }))).toBe('OIDC_CLAIMS_UNPROVED');
    const eves = { ...claimed, oidcClaims: { ...claimed.oidcClaims, sub: 'eve' } };
    expect(await outcomeOf(() => signup({ ...lists, oauthProviders: [token, eves] }))).toBe('OIDC_CLAIMS_UNPROVED');
    expect(await signup({ ...lists, oauthProviders: [token, claimed] })).toMatchObject({
      organizationId: expect.any(String),
    });
  });

  test('a sign-up and a login are refused for the same reasons as by the older calls', async () => {
    const { token, key } = await verifiedToken(service, 'eve@example.com');
    const bare = { apiKeys: [] as object[], authenticators: [] as object[], oauthProviders: [] };
    const apiKey = apiKeyOf(key);
    const attestation = { credentialId: 'AA', clientDataJson: 'AA', attestationObject: 'AA', transports: [] };
    const passkey = { authenticatorName: 'Passkey', challenge: 'AA', attestation };
    const refusedSignup = async (request: object) => outcomeOf(() => signup({ ...bare, ...request }));
    expect(await refusedSignup({ verificationToken: 'x.y.z' })).toBe('VERIFICATION_TOKEN_INVALID');
    expect(await refusedSignup({ verificationToken: token })).toBe('CLIENT_SIGNATURE_INVALID');
    expect(await refusedSignup({ apiKeys: [apiKey, apiKey] })).toBe('CREDENTIAL_CONFLICT');
    expect(await refusedSignup({ authenticators: [passkey] })).toBe('METHOD_NOT_ENABLED');
    await service.configure({ allowedAuthMethods: ['email', 'passkey'] });
    expect(await refusedSignup({ authenticators: [passkey] })).toBe('PASSKEY_INVALID');

    const login = (await loginRequest(token, key)) as { clientSignature: { signature: string } };
    const loggedIn = (request: object) => outcomeOf(() => callProxy(service, proxyOtpLoginV2, request));
    expect(await loggedIn(login)).toBe('ACCOUNT_NOT_FOUND');
    await signup((await signupRequest(token, key)) as object);
    const forged = { ...login.clientSignature, signature: '11'.repeat(64) };
    expect(await loggedIn({ ...login, clientSignature: forged })).toBe('CLIENT_SIGNATURE_INVALID');
    service.clock.advanceMs(3_600_001);
    expect(await refusedSignup(await signupRequest(token, key))).toBe('VERIFICATION_TOKEN_EXPIRED');
  });

  test('a login without a client signature is refused, at the proxy and at the coordinator', async () => {
    const ada = await signUp(service, 'grace@example.com');
    const { token, key } = await verifiedToken(service, 'grace@example.com');
    const { clientSignature, ...bare } = (await loginRequest(token, key)) as Record<string, unknown>;
    expect(await outcomeOf(() => callProxy(service, proxyOtpLoginV2, bare))).toBe('REQUEST_INVALID');
    const inside = { ...(await rootOf(service)), organizationId: ada.organizationId };
    await refusedAs('REQUEST_INVALID', service, inside, otpLogin, bare);
    const requestBody = {
      verificationToken: token,
      publicKey: key.publicKey,
      clientSignature: clientSignature as never,
    };
    expect(await done(service, inside, otpLogin, requestBody)).toMatchObject({ session: expect.any(String) });
  });
});
