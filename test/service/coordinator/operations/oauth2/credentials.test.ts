import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getActivity } from '../../../../../src/contract/activities.queries.js';
import { disableAuthProxy, enableAuthProxy } from '../../../../../src/contract/authProxy.js';
import {
  createOauth2Credential,
  deleteOauth2Credential,
  updateOauth2Credential,
} from '../../../../../src/contract/oauth2.js';
import { getOauth2Credential, listOauth2Credentials } from '../../../../../src/contract/oauth2.queries.js';
import type { Oauth2Credential } from '../../../../../src/contract/oauth2.records.js';
import { sealClientSecret } from '../../../../../src/crypto/clientSecret.js';
import { toHex } from '../../../../../src/crypto/hex.js';
import { createAgreementKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { unique } from '../../../../support/examples/example.js';
import {
  absentId,
  act,
  done,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask } from '../../../../support/wire.js';

describe.each(databases)('OAuth 2.0 credentials on $name', ({ open }) => {
  let service: TestService;
  let root: Party;

  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());
  beforeEach(() => service.clock.advanceMs(1));

  const sealed = (secret: string) => sealClientSecret(secret, service.trust.tlsFetcherEncryptPublicKey);
  const app = async (clientId = unique('client'), secret = 'client secret') => ({
    provider: 'OAUTH2_PROVIDER_X' as const,
    clientId,
    encryptedClientSecret: await sealed(secret),
  });
  const create = async (clientId?: string) =>
    (await done(service, root, createOauth2Credential, await app(clientId))).oauth2CredentialId;
  const get = async (oauth2CredentialId: string) =>
    (
      await ask<{ oauth2Credential: Oauth2Credential }>(service, root.key, getOauth2Credential, {
        organizationId: root.organizationId,
        oauth2CredentialId,
      })
    ).oauth2Credential;
  const list = async () =>
    (
      await ask<{ oauth2Credentials: Oauth2Credential[] }>(service, root.key, listOauth2Credentials, {
        organizationId: root.organizationId,
      })
    ).oauth2Credentials;
  const known = async () => {
    const { oauth2_credentials } = await service.service.tools.store.db
      .selectFrom('auth_proxy_configs')
      .select('oauth2_credentials')
      .where('organization_id', '=', root.organizationId)
      .executeTakeFirstOrThrow();
    return JSON.parse(oauth2_credentials).map(({ credentialId }: { credentialId: string }) => credentialId);
  };

  test('a credential is kept, changed and deleted, and the auth proxy knows of it while it is there', async () => {
    const oauth2CredentialId = await create('first');
    expect(await get(oauth2CredentialId)).toEqual({
      oauth2CredentialId,
      organizationId: root.organizationId,
      provider: 'OAUTH2_PROVIDER_X',
      clientId: 'first',
      encryptedClientSecret: '[redacted]',
      createdAt: expect.any(Object),
      updatedAt: expect.any(Object),
    });
    expect(await known()).toEqual([oauth2CredentialId]);
    const changed = { ...(await app('changed')), provider: 'OAUTH2_PROVIDER_DISCORD' as const, oauth2CredentialId };
    await done(service, root, updateOauth2Credential, changed);
    expect(await list()).toMatchObject([{ clientId: 'changed', provider: 'OAUTH2_PROVIDER_DISCORD' }]);
    await done(service, root, deleteOauth2Credential, { oauth2CredentialId });
    expect(await list()).toEqual([]);
    expect(await known()).toEqual([]);
    await expect(get(oauth2CredentialId)).rejects.toMatchObject({ code: 'OAUTH_CREDENTIAL_NOT_FOUND' });
  });

  test('T-36 the client secret stands nowhere in what the service answers, records or stores in the clear', async () => {
    const secret = 'a-very-secret-client-secret';
    const parameters = await app(undefined, secret);
    const activity = await act(service, root, createOauth2Credential, parameters);
    const { organizationId } = root;
    const stored = await ask(service, root.key, getActivity, { organizationId, activityId: activity.id });
    expect(JSON.stringify(stored)).toContain('"encryptedClientSecret":"[redacted]"');
    const rows = await service.service.tools.store.db.selectFrom('oauth2_credentials').selectAll().execute();
    const activities = await service.service.tools.store.db.selectFrom('activities').selectAll().execute();
    for (const text of [JSON.stringify(stored), JSON.stringify([rows, activities]), JSON.stringify(await list())]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(parameters.encryptedClientSecret);
    }
    for (const { sealed_client_secret } of rows)
      expect(Buffer.from(sealed_client_secret).includes(Buffer.from(secret))).toBe(false);
  });

  test('an auth proxy that is switched on after them knows the credentials of its organization', async () => {
    const oauth2CredentialId = await create();
    await done(service, root, disableAuthProxy, {});
    await done(service, root, enableAuthProxy, {});
    expect(await known()).toContain(oauth2CredentialId);
    await done(service, root, deleteOauth2Credential, { oauth2CredentialId });
  });

  test('what is sealed to another key, cut, empty or no text for a header is refused', async () => {
    const other = toHex((await createAgreementKey()).publicKey);
    const readable = await sealed('secret');
    const envelopes = [
      await sealClientSecret('secret', other),
      readable.slice(0, -2),
      'no hex',
      await sealed(''),
      await sealed('two\r\nlines'),
    ];
    const oauth2CredentialId = await create();
    for (const encryptedClientSecret of envelopes) {
      service.clock.advanceMs(1);
      const parameters = { ...(await app()), encryptedClientSecret };
      await refusedAs('CLIENT_SECRET_UNREADABLE', service, root, createOauth2Credential, parameters);
      const changed = { ...parameters, oauth2CredentialId };
      await refusedAs('CLIENT_SECRET_UNREADABLE', service, root, updateOauth2Credential, changed);
    }
  });

  test('an app has one credential, and an organization twenty', async () => {
    const [one, other] = [await create('one'), await create('other')];
    await refusedAs('NAME_TAKEN', service, root, createOauth2Credential, await app('one'));
    const taken = { ...(await app('one')), oauth2CredentialId: other };
    await refusedAs('NAME_TAKEN', service, root, updateOauth2Credential, taken);
    await done(service, root, updateOauth2Credential, { ...(await app('one')), oauth2CredentialId: one });
    for (let there = (await list()).length; there < 20; there += 1) await create();
    await refusedAs('LIMIT_REACHED', service, root, createOauth2Credential, await app());
  });

  test('a sub-organization has none, and one that is absent is not found', async () => {
    const { users } = await makeSubOrganization(service);
    await refusedAs('OAUTH_CREDENTIALS_NOT_HERE', service, users[0], createOauth2Credential, await app());
    const absent = { oauth2CredentialId: absentId };
    await refusedAs('OAUTH_CREDENTIAL_NOT_FOUND', service, root, deleteOauth2Credential, absent);
    const changed = { ...(await app()), ...absent };
    await refusedAs('OAUTH_CREDENTIAL_NOT_FOUND', service, root, updateOauth2Credential, changed);
  });
});
