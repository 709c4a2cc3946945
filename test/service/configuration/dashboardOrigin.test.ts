import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticators } from '../../../src/contract/authenticators.js';
import { setOrganizationFeature } from '../../../src/contract/organizations.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import {
  codeOf,
  done,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../support/parties.js';
import { createPasskey, type TestPasskey } from '../../support/passkey.js';
import { databases } from '../../support/stores.js';
import { post } from '../../support/wire.js';

const dashboard = 'https://dashboard.example.com';
const app = 'https://app.example.com';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  let ada: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open(), dashboardUrl: `${dashboard}/operators` });
    root = await rootOf(service);
    ada = (await makeSubOrganization(service)).users[0];
    await service.configure({ allowedOrigins: [app] });
  });
  afterAll(() => service.close());

  const register = async (by: Party, origin: string) => {
    const passkey = await createPasskey({ origin });
    const authenticators = [await passkey.register()];
    return { passkey, request: { userId: by.userId, authenticators } };
  };
  const ask = async (passkey: TestPasskey, organizationId: string, origin: string) => {
    const body = JSON.stringify({ organizationId });
    return post(service, whoami.path, body, await passkey.stamp(body, { origin }));
  };

  test('operators make and use passkeys on the dashboard, and on the pages of the configuration', async () => {
    for (const origin of [dashboard, app]) {
      const { passkey, request } = await register(root, origin);
      await done(service, root, createAuthenticators, request);
      expect((await ask(passkey, root.organizationId, origin)).status).toBe(200);
      // Below their organization too, where they read.
      expect((await ask(passkey, ada.organizationId, origin)).status).toBe(200);
    }
  });

  test('so do those of another top-level organization, and where the feature names other pages', async () => {
    const other = await makeOtherParent(service);
    await done(service, other, setOrganizationFeature, { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: app });
    const { passkey, request } = await register(other, dashboard);
    await done(service, other, createAuthenticators, request);
    expect((await ask(passkey, other.organizationId, dashboard)).status).toBe(200);
  });

  test('T-28 the dashboard is no page for the passkeys of a sub-organization', async () => {
    const { request } = await register(ada, dashboard);
    await refusedAs('PASSKEY_INVALID', service, ada, createAuthenticators, request);
    const allowed = await register(ada, app);
    await done(service, ada, createAuthenticators, allowed.request);
    expect((await ask(allowed.passkey, ada.organizationId, app)).status).toBe(200);
    expect(await codeOf(await ask(allowed.passkey, ada.organizationId, dashboard))).toBe('STAMP_INVALID');
  });

  test('T-28 a key that is found lets nobody in: an operator’s passkey of the dashboard’s site verifies its user', async () => {
    const presentAlone = 1;
    const { passkey, request } = await register(root, dashboard);
    const unverified = { ...request, authenticators: [await passkey.register({ flags: presentAlone })] };
    await refusedAs('PASSKEY_INVALID', service, root, createAuthenticators, unverified);
    await done(service, root, createAuthenticators, request);
    const body = JSON.stringify({ organizationId: root.organizationId });
    const found = async (origin: string) =>
      codeOf(await post(service, whoami.path, body, await passkey.stamp(body, { origin, flags: presentAlone })));
    // Whatever page their own program says that it was.
    expect([await found(dashboard), await found(app)]).toEqual(['STAMP_INVALID', 'STAMP_INVALID']);
    expect((await ask(passkey, root.organizationId, dashboard)).status).toBe(200);
    const ofApp = await register(root, app);
    await done(service, root, createAuthenticators, ofApp.request);
    const stamp = await ofApp.passkey.stamp(body, { flags: presentAlone });
    expect((await post(service, whoami.path, body, stamp)).status).toBe(200);
  });

  test('T-28 no page beside the dashboard has an operator’s passkey: not of its host by another port, nor below it', async () => {
    const { passkey, request } = await register(root, dashboard);
    await done(service, root, createAuthenticators, request);
    for (const origin of [`${dashboard}:8443`, 'https://evil.dashboard.example.com', 'http://dashboard.example.com'])
      expect(await codeOf(await ask(passkey, root.organizationId, origin))).toBe('STAMP_INVALID');
    const { request: elsewhere } = await register(root, 'https://other.example.com');
    await refusedAs('PASSKEY_INVALID', service, root, createAuthenticators, elsewhere);
  });
});

test('the dashboard’s URL is https, or http on this machine', async () => {
  for (const dashboardUrl of ['http://dashboard.example.com', 'dashboard.example.com', ''])
    await expect(createTestService({ dashboardUrl })).rejects.toThrow('The dashboard URL must be an https URL');
  await (await createTestService({ dashboardUrl: 'http://localhost:4500/dashboard' })).close();
});
