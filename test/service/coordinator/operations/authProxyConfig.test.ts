import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../../../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../../../src/contract/authProxy.queries.js';
import type { AuthProxyConfigChanges } from '../../../../src/contract/authProxy.records.js';
import { proxyOtpInit } from '../../../../src/contract/proxy.js';
import type { AnswerOf } from '../../../../src/contract/row.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { done, makeMember, makeSubOrganization, type Party, refusedAs, rootOf } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, callProxy } from '../../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());

  const read = async () => {
    const { organizationId } = root;
    const answer = await ask<AnswerOf<typeof getAuthProxyConfig>>(service, root.key, getAuthProxyConfig, {
      organizationId,
    });
    const { createdAt: _, updatedAt: __, revision: ___, ...config } = answer.authProxyConfig;
    return config;
  };
  const change = (changes: AuthProxyConfigChanges) => done(service, root, updateAuthProxyConfig, changes);

  const defaults = {
    authProxyConfigId: expect.any(String),
    proxyUserId: expect.any(String),
    enabled: true,
    allowedOrigins: ['*'],
    allowNativeClients: false,
    allowedAuthMethods: ['email'],
    emailCustomizationParams: { appName: 'Latchkey' },
    smsCustomizationParams: {},
    otpLength: 6,
    otpAlphanumeric: false,
    otpEncryption: true,
    otpExpirationSeconds: 300,
    verificationTokenExpirationSeconds: 3600,
    sessionExpirationSeconds: 900,
    maxSessionSeconds: 2_592_000,
    freshLoginSeconds: 600,
    tokenWithoutKeyAllowed: false,
    acceptUnboundProviderTokens: false,
    codesPerContactAndAddress: { most: 3, windowSeconds: 600 },
    codesPerContactAndAddressLong: { most: 4, windowSeconds: 3600 },
    codesPerContact: { most: 10, windowSeconds: 3600 },
    codesPerAddress: { most: 30, windowSeconds: 3600 },
    textsPerAddress: { most: 10, windowSeconds: 3600 },
    codesPerDevice: { most: 3, windowSeconds: 600 },
    codesPerContactFromDevices: { most: 10, windowSeconds: 3600 },
    codesPerAddressFromDevices: { most: 30, windowSeconds: 3600 },
    signupsPerAddress: { most: 30, windowSeconds: 3600 },
    refusalsPerAddress: { most: 100, windowSeconds: 60 },
    emailsPerHour: 3000,
    textsPerHour: 500,
    textsPerHourAndCallingCode: 100,
    smsCountries: {},
    subOrganizationMail: false,
    oauthClientIds: {},
    oidcIssuers: [],
    oauthRedirectUrls: [],
    socialLinkingClientIds: [],
    captchaEnabled: false,
    turnstileHostnames: [],
    turnstileActions: [],
    passkeyCrossOrigin: false,
    passkeyUserVerification: 'preferred',
    requestsPerAddress: { most: 600, windowSeconds: 60 },
  };

  beforeEach(async () => {
    await service.service.tools.store.db
      .updateTable('auth_proxy_configs')
      .set({ settings: '{}', enabled: 1 })
      .execute();
  });

  test('a configuration begins with the defaults', async () => {
    expect(await read()).toEqual(defaults);
  });

  test('a change touches the members given, and no others', async () => {
    await change({ otpLength: 8, allowedOrigins: ['https://app.example.com', 'http://localhost:5173'] });
    expect(await read()).toEqual({
      ...defaults,
      otpLength: 8,
      allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
    });
    await change({ emailCustomizationParams: { logoUrl: 'https://example.com/logo.png' } });
    await change({
      emailCustomizationParams: { appName: 'Ada' },
      smsCustomizationParams: { template: '{{.OtpCode}}!' },
    });
    await change({ codesPerContact: { most: 5, windowSeconds: 60 } });
    await change({});
    expect(await read()).toEqual({
      ...defaults,
      otpLength: 8,
      allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
      emailCustomizationParams: { appName: 'Ada', logoUrl: 'https://example.com/logo.png' },
      smsCustomizationParams: { template: '{{.OtpCode}}!' },
      codesPerContact: { most: 5, windowSeconds: 60 },
    });
  });

  test('no session is longer than the configured limit', async () => {
    const refusal = { code: 'PROXY_CONFIG_INVALID', message: expect.stringContaining('maxSessionSeconds') };
    await expect(change({ maxSessionSeconds: 600 })).rejects.toMatchObject(refusal);
    await expect(change({ sessionExpirationSeconds: 2_592_001 })).rejects.toMatchObject(refusal);
    await change({ sessionExpirationSeconds: 3600, maxSessionSeconds: 3600, freshLoginSeconds: 0 });
    const changed = { sessionExpirationSeconds: 3600, maxSessionSeconds: 3600, freshLoginSeconds: 0 };
    expect(await read()).toMatchObject(changed);
  });

  test('a session length from before the limit stays, and other members can be changed', async () => {
    const settings = JSON.stringify({ sessionExpirationSeconds: 31_536_000 });
    await service.service.tools.store.db.updateTable('auth_proxy_configs').set({ settings }).execute();
    await change({ otpLength: 7 });
    expect(await read()).toMatchObject({ otpLength: 7, maxSessionSeconds: 31_536_000 });
  });

  test('an empty text removes an optional one', async () => {
    await change({ replyToEmailAddress: 'help@example.com', smsOriginHost: 'app.example.com' });
    expect(await read()).toMatchObject({ replyToEmailAddress: 'help@example.com', smsOriginHost: 'app.example.com' });
    await change({ replyToEmailAddress: '', smsOriginHost: '' });
    expect(await read()).toEqual(defaults);
  });

  test.each([
    ...['https://*.example.com', '*.example.com', 'https://app.example.com/', 'https://app.example.com/path'],
    ...['https://app.example.com?query', 'https://user@app.example.com', 'https://APP.example.com', 'app.example.com'],
    ...['https://app.example.com:443', 'http://app.example.com:80', 'https://пример.рф', 'ftp://app.example.com'],
    ...['null', '', ' https://app.example.com', 'https://app.example.com\n', 'chrome-extension://abc', 'https://'],
    ...[
      'javascript:alert(1)',
      '//app.example.com',
      'https://app.example.com https://b.example.com',
      'https://app.example.com:99999',
    ],
  ])('T-02 the origin %j is refused, and nothing is changed', async (origin) => {
    const before = (await contentsOf(service.service.tools.store)).auth_proxy_configs;
    for (const allowedOrigins of [[origin], ['https://good.example.com', origin]]) {
      await refusedAs('PROXY_CONFIG_INVALID', service, root, updateAuthProxyConfig, { allowedOrigins, otpLength: 9 });
    }
    expect((await contentsOf(service.service.tools.store)).auth_proxy_configs).toEqual(before);
  });

  test('T-02 * is allowed only as the single entry', async () => {
    await refusedAs('PROXY_CONFIG_INVALID', service, root, updateAuthProxyConfig, {
      allowedOrigins: ['*', 'https://app.example.com'],
    });
    await change({ allowedOrigins: ['*'] });
    await refusedAs('REQUEST_INVALID', service, root, updateAuthProxyConfig, { allowedOrigins: [] });
  });

  test.each([
    ['PROXY_CONFIG_INVALID', { emailCustomizationParams: { templateId: 'x' } }],
    ['PROXY_CONFIG_INVALID', { emailCustomizationParams: { templateVariables: '[]' } }],
    ['PROXY_CONFIG_INVALID', { otpTemplateId: 'x' }],
    ['PROXY_CONFIG_INVALID', { emailAuthTemplateId: 'x' }],
    ['PROXY_CONFIG_INVALID', { emailCustomizationParams: { magicLinkTemplate: 'https://app.example.com/' } }],
    ['PROXY_CONFIG_INVALID', { emailCustomizationParams: { logoUrl: 'http://example.com/logo.png' } }],
    ['PROXY_CONFIG_INVALID', { emailCustomizationParams: { logoUrl: 'javascript:alert(1)' } }],
    ['PROXY_CONFIG_INVALID', { emailCustomizationParams: { logoUrl: 'https://user@example.com/logo.png' } }],
    ['PROXY_CONFIG_INVALID', { smsCustomizationParams: { template: 'no code' } }],
    ['PROXY_CONFIG_INVALID', { smsCustomizationParams: { template: '{{.OtpCode}} {{.OtpCode}}' } }],
    ['PROXY_CONFIG_INVALID', { smsCustomizationParams: { template: '{{.OtpCode}} {{.Secret}}' } }],
    ['PROXY_CONFIG_INVALID', { smsCustomizationParams: { template: '{{.OtpCode}}\r' } }],
    ['PROXY_CONFIG_INVALID', { smsOriginHost: 'app.example.com/path' }],
    ['PROXY_CONFIG_INVALID', { smsOriginHost: 'https://app.example.com' }],
    ['PROXY_CONFIG_INVALID', { sendFromEmailAddress: 'a@example.com,b@example.com' }],
    ['PROXY_CONFIG_INVALID', { replyToEmailAddress: 'a@example.com\r\nBcc: eve@example.com' }],
    ['REQUEST_INVALID', { emailCustomizationParams: { appName: 'A\r\nBcc: eve@example.com' } }],
    ['REQUEST_INVALID', { sendFromEmailSenderName: 'A\u2028B' }],
    ['REQUEST_INVALID', { otpLength: 5 }],
    ['REQUEST_INVALID', { otpLength: 10 }],
    ['REQUEST_INVALID', { otpLength: '6' }],
    ['REQUEST_INVALID', { otpLength: 6.5 }],
    ['REQUEST_INVALID', { otpExpirationSeconds: 601 }],
    ['REQUEST_INVALID', { allowedAuthMethods: ['carrier pigeon'] }],
    ['REQUEST_INVALID', { codesPerContact: { most: 0, windowSeconds: 60 } }],
    ['REQUEST_INVALID', { unknown: true }],
  ] as const)('%s: %j, and nothing is changed', async (code, changes) => {
    const before = (await contentsOf(service.service.tools.store)).auth_proxy_configs;
    await refusedAs(code, service, root, updateAuthProxyConfig, changes);
    expect((await contentsOf(service.service.tools.store)).auth_proxy_configs).toEqual(before);
  });

  test('the last way to log in is not taken away while the auth proxy is on', async () => {
    const none = { allowedAuthMethods: [] };
    await refusedAs('PROXY_CONFIG_INVALID', service, root, updateAuthProxyConfig, none);
    await change({ ...none, oauthClientIds: { google: ['acme'] } });
    await refusedAs('PROXY_CONFIG_INVALID', service, root, updateAuthProxyConfig, { oauthClientIds: { google: [] } });
    await change({ allowedAuthMethods: ['email'], oauthClientIds: { google: [] } });
    await done(service, root, disableAuthProxy, {});
    await change(none);
    await done(service, root, enableAuthProxy, {});
    await change({ otpLength: 6 });
    await change({ allowedAuthMethods: ['email'] });
  });

  test('it is disabled and enabled, and stays the same one', async () => {
    const { authProxyConfigId } = service;
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' };
    await change({ otpLength: 7 });
    expect(await done(service, root, disableAuthProxy, {})).toEqual({ authProxyConfigId });
    await expect(callProxy(service, proxyOtpInit, request)).rejects.toMatchObject({ code: 'PROXY_NOT_AVAILABLE' });
    expect(await read()).toMatchObject({ enabled: false, otpLength: 7 });
    const before = await contentsOf(service.service.tools.store);
    const enabled = await done(service, root, enableAuthProxy, {});
    expect(enabled.authProxyConfigId).toBe(authProxyConfigId);
    expect((await contentsOf(service.service.tools.store)).credentials, 'no second key').toEqual(before.credentials);
    expect(await done(service, root, enableAuthProxy, {})).toEqual(enabled);
    expect(await callProxy(service, proxyOtpInit, request)).toHaveProperty('otpId');
  });

  test('no key is ever shown', async () => {
    const shown = JSON.stringify(await read());
    const [config = ''] = (await contentsOf(service.service.tools.store)).auth_proxy_configs ?? [];
    const { proxy_public_key, sealed_proxy_key } = JSON.parse(config);
    expect(shown).not.toContain(proxy_public_key);
    expect(shown).not.toContain(sealed_proxy_key);
  });

  test('a sub-organization has no configuration, and a member cannot change one', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    await refusedAs('NOT_AUTHORIZED', service, ada, enableAuthProxy, {});
    await refusedAs('PROXY_CONFIG_NOT_FOUND', service, ada, disableAuthProxy, {});
    await refusedAs('PROXY_CONFIG_NOT_FOUND', service, ada, updateAuthProxyConfig, {});
    const member = await makeMember(service, root.organizationId, null);
    await refusedAs('NOT_AUTHORIZED', service, member, updateAuthProxyConfig, { allowedOrigins: ['*'] });
  });
});
