import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enableAuthProxy } from '../../../src/contract/authProxy.js';
import { createEmailTemplate } from '../../../src/contract/emailTemplates.js';
import { createOauth2Credential } from '../../../src/contract/oauth2.js';
import { createSubOrganization } from '../../../src/contract/organizations.js';
import { initOtp } from '../../../src/contract/otp.js';
import { proxyAccount, proxyOtpLogin } from '../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../src/contract/proxyOauth.js';
import { readRefusal } from '../../../src/contract/readRefusal.js';
import type { RefusalCode, RefusedError } from '../../../src/contract/refusals.js';
import type { ActivityRow } from '../../../src/contract/row.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { createWebhookEndpoint } from '../../../src/contract/webhooks.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { act, makeSubOrganization, type Party, rootOf, sendStamped } from '../../support/parties.js';
import { callProxy, post, stampOf } from '../../support/wire.js';

let service: TestService;
let root: Party;
let ada: Party;
beforeAll(async () => {
  service = await createTestService();
  root = await rootOf(service);
  [ada] = (await makeSubOrganization(service)).users;
});
afterAll(() => service.close());

const refusalIn = async (response: Response): Promise<RefusedError> =>
  readRefusal(response.status, await response.json());

describe('INVALID_ORGANIZATION_ID is the published name', () => {
  const named = { code: 'REQUEST_INVALID', status: 400, turnkeyErrorCode: 'INVALID_ORGANIZATION_ID' };

  test.each([['nobody'], [''], [7], [undefined]])('of a query for the organization %j', async (organizationId) => {
    const answer = await sendStamped(service, root.key, whoami, JSON.stringify({ organizationId }));
    expect(await refusalIn(answer)).toMatchObject(named);
  });

  test('of an activity, and of a call of the auth proxy', async () => {
    await expect(act(service, { ...root, organizationId: 'nobody' }, initOtp, {})).rejects.toMatchObject(named);
    const { publicKey } = await createSigningKey();
    const login = { verificationToken: 'token', publicKey, organizationId: 'nobody' };
    await expect(callProxy(service, proxyOtpLogin, login)).rejects.toMatchObject(named);
  });

  test('and not where a request has no such member, or another one is at fault', async () => {
    const other = { code: 'REQUEST_INVALID', turnkeyErrorCode: 'REQUEST_INVALID' };
    const filter = { filterType: 'EMAIL', filterValue: 'ada@example.com', organizationId: root.organizationId };
    await expect(callProxy(service, proxyAccount, filter)).rejects.toMatchObject(other);
    await expect(act(service, root, initOtp, {})).rejects.toMatchObject(other);
  });
});

test('UNAUTHENTICATED is the published name of a stamp that an activity does not take, or not beside another', async () => {
  const stamp = await stampOf(root.key, '{}');
  for (const [headers, code] of [
    [{ 'X-Session': 'session' }, 'STAMP_NOT_TAKEN'],
    [{ ...stamp, 'X-Stamp-Webauthn': '{}' }, 'STAMP_AMBIGUOUS'],
  ] as const)
    expect(await refusalIn(await post(service, initOtp.path, '{}', headers))).toMatchObject({
      code,
      status: 401,
      turnkeyErrorCode: 'UNAUTHENTICATED',
    });
});

describe('INVALID_ACTIVITY_CALLER is the published name of what no sub-organization may call', () => {
  const rootUsers = [{ userName: 'Root' }];
  const code = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'App' };
  const credential = { provider: 'OAUTH2_PROVIDER_X', clientId: 'app', encryptedClientSecret: '00' };
  const endpoint = { name: 'Events', url: 'https://example.com/', subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }] };
  const texts = [{ subject: 'Code', text: '{{code}}', html: '<p>{{code}}</p>' }];
  const template = { name: 'Template', kind: 'EMAIL_TEMPLATE_KIND_CODE', texts };
  const called: [ActivityRow, RefusalCode, object][] = [
    [
      createSubOrganization,
      'SUB_ORGANIZATION_NESTED',
      { subOrganizationName: 'Under', rootUsers, rootQuorumThreshold: 1 },
    ],
    [createOauth2Credential, 'OAUTH_CREDENTIALS_NOT_HERE', credential],
    [createWebhookEndpoint, 'WEBHOOKS_NOT_HERE', endpoint],
    [createEmailTemplate, 'EMAIL_TEMPLATES_NOT_HERE', template],
    [enableAuthProxy, 'NOT_AUTHORIZED', {}],
    [initOtp, 'NOT_YET_SUPPORTED', code],
  ];

  test.each(called.map(([row, ...rest]) => [row.name, row, ...rest] as const))(
    '%s',
    async (_name, row, code, parameters) => {
      await expect(act(service, ada, row, parameters)).rejects.toMatchObject({
        code,
        turnkeyErrorCode: 'INVALID_ACTIVITY_CALLER',
      });
    },
  );
});

test('INVALID_OIDC_TOKEN is the published name of a token that does not hold', async () => {
  const { publicKey } = await createSigningKey();
  await expect(callProxy(service, proxyOauthLogin, { oidcToken: 'token', publicKey })).rejects.toMatchObject({
    code: 'OIDC_TOKEN_MALFORMED',
    turnkeyErrorCode: 'INVALID_OIDC_TOKEN',
  });
});
