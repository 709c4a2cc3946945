import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSubOrganization } from '../../../src/contract/organizations.js';
import { proxyAccount, proxyOtpLogin } from '../../../src/contract/proxy.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { contentsOf } from '../../support/contents.js';
import { apiKeyOf } from '../../support/parties.js';
import { seen } from '../../support/seen.js';
import { tickingClock } from '../../support/tickingClock.js';
import { callProxy, loginRequest, type Person, post, signUp, verifiedToken } from '../../support/wire.js';

let service: TestService;
let ada: Person;
beforeAll(async () => {
  service = await createTestService({
    clock: tickingClock(),
    config: { allowedAuthMethods: ['email', 'sms'], codesPerContactAndAddress: { most: 100, windowSeconds: 600 } },
  });
  ada = await signUp(service, 'ada@example.com');
});
afterAll(() => service.close());

const account = (filterType: string, filterValue: string, verificationToken?: string) =>
  callProxy(service, proxyAccount, { filterType, filterValue, verificationToken });

const refusal = async (request: object) =>
  seen(
    await post(service, proxyAccount.path, JSON.stringify(request), {
      'X-Auth-Proxy-Config-Id': service.authProxyConfigId,
    }),
  );

test('T-15: without a token nobody learns whether a contact is known', async () => {
  const [known, unknown] = await Promise.all(
    ['ada@example.com', 'bob@example.com'].map((filterValue) => refusal({ filterType: 'EMAIL', filterValue })),
  );
  expect(known).toEqual(unknown);
  expect(known?.body).toContain('VERIFICATION_TOKEN_INVALID');
  await expect(account('PHONE_NUMBER', '+15550100')).rejects.toMatchObject({ code: 'VERIFICATION_TOKEN_INVALID' });
});

test('T-15: a token answers for its very contact alone, as often as it is shown, and changes nothing', async () => {
  const { token, key } = await verifiedToken(service, 'ada@example.com');
  const before = await contentsOf(service.service.tools.store);
  for (const typed of ['ada@example.com', 'Ada@Example.com', ' ada@EXAMPLE.com ']) {
    expect(await account('EMAIL', typed, token)).toEqual({ organizationId: ada.organizationId });
  }
  for (const other of ['bob@example.com', 'ada@example.org', 'ada+1@example.com', 'a.da@example.com']) {
    await expect(account('EMAIL', other, token)).rejects.toMatchObject({ code: 'VERIFICATION_TOKEN_INVALID' });
  }
  await expect(account('PHONE_NUMBER', '+15550100', token)).rejects.toMatchObject({
    code: 'VERIFICATION_TOKEN_INVALID',
  });
  expect(await contentsOf(service.service.tools.store)).toEqual(before);
  await callProxy(service, proxyOtpLogin, await loginRequest(token, key));
  expect(await account('EMAIL', 'ada@example.com', token)).toEqual({ organizationId: ada.organizationId });
});

test('an unknown proved contact is answered with {}, a claimed one too', async () => {
  const { publicKey } = await createSigningKey();
  await service.asRoot(createSubOrganization, {
    subOrganizationName: 'Claimed',
    rootUsers: [{ userName: 'Carol', userEmail: 'carol@example.com', apiKeys: [apiKeyOf({ publicKey })] }],
    rootQuorumThreshold: 1,
  });
  for (const contact of ['carol@example.com', 'dave@example.com']) {
    const { token } = await verifiedToken(service, contact);
    expect(await account('EMAIL', contact, token)).toEqual({});
  }
});

test('a phone number is looked up with its own kind of token', async () => {
  const { token } = await verifiedToken(service, '+15550100', 'OTP_TYPE_SMS');
  expect(await account('PHONE_NUMBER', '+15550100', token)).toEqual({});
  await expect(account('EMAIL', 'ada@example.com', token)).rejects.toMatchObject({
    code: 'VERIFICATION_TOKEN_INVALID',
  });
});

test('T-15: keys and credential ids answer without a token, names never do', async () => {
  expect(await account('PUBLIC_KEY', ada.key.publicKey)).toEqual({ organizationId: ada.organizationId });
  expect(await account('PUBLIC_KEY', ada.key.publicKey.toUpperCase())).toEqual({ organizationId: ada.organizationId });
  for (const value of [`02${'11'.repeat(32)}`, '', '%', "' or 1=1--", '*']) {
    expect(await account('PUBLIC_KEY', value)).toEqual({});
    expect(await account('CREDENTIAL_ID', value)).toEqual({});
  }
  for (const filterType of ['NAME', 'USERNAME', '', 'email', 'ORGANIZATION_ID', 'constructor']) {
    await expect(account(filterType, 'ada@example.com')).rejects.toMatchObject({ code: 'FILTER_NOT_SUPPORTED' });
  }
  const [address = ''] = ada.addresses;
  await expect(account('WALLET_ACCOUNT_ADDRESS', address)).rejects.toMatchObject({ code: 'FILTER_NOT_SUPPORTED' });
  await expect(account('OIDC_TOKEN', '{}')).rejects.toMatchObject({ code: 'OIDC_TOKEN_MALFORMED' });
  await expect(account('OIDC_CLAIMS', '{}')).rejects.toMatchObject({ code: 'FILTER_NOT_SUPPORTED' });
});
