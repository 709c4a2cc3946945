import { expect, onTestFinished, test } from 'vitest';
import { proxySignup } from '../../../src/contract/proxy.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { readSettings } from '../../../src/service/configuration/authProxyConfigs.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { migrate } from '../../../src/service/store/migrations.js';
import type { Store } from '../../../src/service/store/store.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { apiKeyOf, makeSubOrganization } from '../../support/parties.js';
import { databases } from '../../support/stores.js';
import { callProxy, signUp } from '../../support/wire.js';
import { copyFromBefore } from './olderDatabase.js';

test.each(databases)(
  'an upgrade adds the method `wallet` where somebody has signed up by a key alone, and nowhere else: on $name',
  async ({ open }) => {
    const store = await open();
    const service = await createTestService({
      store,
      clientAddress: '192.0.2.1',
      config: { allowedAuthMethods: ['email', 'wallet'] },
    });
    const byName: Record<string, string> = { 'by key': service.authProxyConfigId };
    for (const name of ['by code', 'by its own server']) {
      const { publicKey: rootPublicKey } = await createSigningKey();
      const { authProxyConfigId } = await makeParent(service.service.tools, { name, rootPublicKey });
      byName[name] = authProxyConfigId;
    }
    await signUp({ ...service, authProxyConfigId: byName['by code'] ?? '' }, 'ada@example.com');
    await makeSubOrganization(service);
    const methods = async ({ db }: Store) => {
      const rows = await db.selectFrom('auth_proxy_configs').selectAll().execute();
      return Object.fromEntries(
        Object.entries(byName).map(([name, id]) => [
          name,
          rows.filter(({ config_id }) => config_id === id).map((row) => readSettings(row).allowedAuthMethods)[0],
        ]),
      );
    };
    const upgrade = async (now: Store) => {
      const older = await copyFromBefore(now, '0035');
      onTestFinished(older.close);
      await migrate(older);
      return older;
    };
    await service.configure({ allowedAuthMethods: ['email'] });
    const none = { 'by key': ['email'], 'by code': ['email'], 'by its own server': ['email'] };
    expect(await methods(await upgrade(store))).toEqual(none);
    await service.configure({ allowedAuthMethods: ['email', 'wallet'] });
    const lists = { authenticators: [], oauthProviders: [] };
    const person = { ...lists, apiKeys: [apiKeyOf(await createSigningKey())] };
    await callProxy(service, proxySignup, person, {}, '192.0.2.1');
    await service.configure({ allowedAuthMethods: ['email'] });
    const once = await upgrade(store);
    expect(await methods(once)).toEqual({ ...none, 'by key': ['email', 'wallet'] });
    expect(await methods(await upgrade(once))).toEqual({ ...none, 'by key': ['email', 'wallet'] });
    await service.close();
  },
);
