import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proxyWalletKitConfig } from '../../../../../src/contract/proxyConfig.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { databases } from '../../../../support/stores.js';
import { callProxy } from '../../../../support/wire.js';

describe.each(databases)('OAuth on $name', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());

  test('the configuration lists the providers', async () => {
    await service.configure({
      oauthClientIds: { google: ['web.apps.example', 'phone.apps.example'], apple: [] },
      oauthRedirectUrls: ['https://app.example.com/callback', 'http://localhost:5173/callback'],
      oidcIssuers: [
        {
          id: 'work',
          issuer: 'https://id.example.com/',
          clientIds: ['a', 'b'],
          label: 'Work',
          icon: 'https://id.example.com/i.svg',
        },
      ],
    });
    expect(await callProxy(service, proxyWalletKitConfig, {})).toMatchObject({
      enabledProviders: ['email', 'google', 'work'],
      oauthClientIds: { google: 'web.apps.example' },
      oauthRedirectUrl: 'https://app.example.com/callback',
      oauthRedirectUrls: ['https://app.example.com/callback', 'http://localhost:5173/callback'],
      oidcIssuers: [
        {
          id: 'work',
          issuer: 'https://id.example.com/',
          clientId: 'a',
          label: 'Work',
          icon: 'https://id.example.com/i.svg',
        },
      ],
    });
    await service.configure({ oauthClientIds: { google: [] }, oauthRedirectUrls: [], oidcIssuers: [] });
    expect(await callProxy(service, proxyWalletKitConfig, {})).toMatchObject({
      enabledProviders: ['email'],
    });
  });

  const work = { id: 'work', issuer: 'https://id.example.com', clientIds: ['a'], label: 'Work' };
  const wrong = [
    { name: 'an issuer over http', change: { oidcIssuers: [{ ...work, issuer: 'http://id.example.com' }] } },
    { name: 'an issuer with a query', change: { oidcIssuers: [{ ...work, issuer: 'https://id.example.com/?a' }] } },
    {
      name: 'an issuer that is built in',
      change: { oidcIssuers: [{ ...work, issuer: 'https://accounts.google.com' }] },
    },
    { name: 'an issuer twice', change: { oidcIssuers: [work, { ...work, id: 'again' }] } },
    { name: 'an id that is built in', change: { oidcIssuers: [{ ...work, id: 'google' }] } },
    { name: 'an icon that is a script', change: { oidcIssuers: [{ ...work, icon: 'javascript:alert(1)' }] } },
    { name: 'T-35 a redirect to a script', change: { oauthRedirectUrls: ['javascript:alert(1)'] } },
    { name: 'T-35 a redirect over http', change: { oauthRedirectUrls: ['http://app.example.com/callback'] } },
    {
      name: 'T-35 a redirect with credentials',
      change: { oauthRedirectUrls: ['https://app.example.com@evil.example/'] },
    },
    { name: 'T-35 a redirect with a fragment', change: { oauthRedirectUrls: ['https://app.example.com/#x'] } },
    {
      name: 'T-35 a redirect with a backslash',
      change: { oauthRedirectUrls: ['https://app.example.com\\@evil.example/'] },
    },
  ];
  test.each(wrong)('$name is refused', async ({ change }) => {
    await expect(service.configure(change)).rejects.toThrow('PROXY_CONFIG_INVALID');
  });
});
