import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOauthProviders, deleteOauthProviders } from '../../../../../src/contract/oauth.js';
import { createSubOrganization } from '../../../../../src/contract/organizations.js';
import { createUsers } from '../../../../../src/contract/users.js';
import { whoami } from '../../../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../../src/crypto/tokens.js';
import { act, apiKeyOf, done, makeSubOrganization, type Party, refusedAs } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask } from '../../../../support/wire.js';
import { type OauthPlace, openOauthPlace } from './oauthPlace.js';

describe.each(databases)('OAuth on $name', ({ open }) => {
  let place: OauthPlace;
  beforeAll(async () => {
    place = await openOauthPlace(await open());
  });
  afterAll(() => place.close());
  beforeEach(() => place.nextPerson());

  test('a person adds and removes providers, and never loses the last way in', async () => {
    const { login, person, providers, providersOf, service, subject, tokenFor } = place;
    const { key, organizationId, userId } = await person();
    const me: Party = { key, organizationId, userId };
    const [provider] = await providersOf(me);
    const first = provider?.providerId ?? '';
    await refusedAs('LAST_CREDENTIAL', service, me, deleteOauthProviders, { userId, providerIds: [first] });
    const add = { userId, oauthProviders: providers(await tokenFor(key, { sub: `${subject}-work` })) };
    const { providerIds } = await done(service, me, createOauthProviders, add);
    const { db } = service.service.tools.store;
    const held = await db.selectFrom('credentials').selectAll().where('user_id', '=', userId).execute();
    const session = held.find(({ kind }) => kind === 'SESSION_KEY');
    const added = held.find(({ credential_id }) => credential_id === providerIds[0]);
    expect(added?.login_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(added?.login_id).toBe(session?.login_id);
    await done(service, me, deleteOauthProviders, { userId, providerIds: [first] });
    expect((await providersOf(me)).map(({ providerId }) => providerId)).toEqual(providerIds);
    await expect(act(service, me, deleteOauthProviders, { userId, providerIds: [first] })).rejects.toMatchObject({
      code: 'OAUTH_PROVIDER_NOT_FOUND',
      turnkeyErrorCode: 'OAUTH2_PROVIDER_NOT_FOUND',
    });
    const later = await createSigningKey();
    await expect(login(later, await tokenFor(later))).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    await login(later, await tokenFor(later, { sub: `${subject}-work` }));
  });

  test('an identity exists once among the sub-organizations of a parent, on every path', async () => {
    const { person, providers, root, service, tokenFor } = place;
    await person();
    const other = (await makeSubOrganization(service)).users[0];
    const again = { userId: other.userId, oauthProviders: providers(await tokenFor(other.key, { jti: '2' })) };
    await expect(act(service, other, createOauthProviders, again)).rejects.toMatchObject({
      code: 'CREDENTIAL_CONFLICT',
      turnkeyErrorCode: 'OAUTH_PROVIDER_ALREADY_EXISTS',
    });
    const key = await createSigningKey();
    const oauthProviders = providers(await tokenFor(key, { jti: '4' }));
    const users = [{ userName: 'Eve', apiKeys: [apiKeyOf(key)], authenticators: [], userTags: [], oauthProviders }];
    await refusedAs('CREDENTIAL_CONFLICT', service, other, createUsers, { users });
    const rootUsers = [
      {
        userName: 'Eve',
        apiKeys: [apiKeyOf(await createSigningKey())],
        oauthProviders: providers(await tokenFor(key, { jti: '3' })),
      },
    ];
    const suborg = { subOrganizationName: 'Another', rootUsers, rootQuorumThreshold: 1 };
    await refusedAs('CREDENTIAL_CONFLICT', service, root, createSubOrganization, suborg);
  });

  test('a user has at most ten providers', async () => {
    const { person, providers, service, subject, tokenFor } = place;
    const { key, organizationId, userId } = await person();
    const me: Party = { key, organizationId, userId };
    const tokens = await Promise.all(Array.from({ length: 10 }, (_, n) => tokenFor(key, { sub: `${subject}-${n}` })));
    await done(service, me, createOauthProviders, { userId, oauthProviders: providers(...tokens.slice(0, 9)) });
    const more = { userId, oauthProviders: providers(...tokens.slice(9)) };
    await refusedAs('TOO_MANY_OAUTH_PROVIDERS', service, me, createOauthProviders, more);
  });

  test('users who are made with a provider log in by it', async () => {
    const { login, providers, service, tokenFor } = place;
    const { users } = await makeSubOrganization(service);
    const key = await createSigningKey();
    const made = {
      userName: 'Bob',
      apiKeys: [apiKeyOf(key)],
      authenticators: [],
      userTags: [],
      oauthProviders: providers(await tokenFor(key)),
    };
    const { userIds } = await done(service, users[0], createUsers, { users: [made] });
    const { organizationId } = users[0];
    const next = await createSigningKey();
    const token = await tokenFor(next);
    await expect(login(next, token)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect(await ask(service, key, whoami, { organizationId })).toMatchObject({ userId: userIds[0] });
    const { session } = await login(next, token);
    expect(readSessionToken(session)).toMatchObject({ user_id: userIds[0], organization_id: organizationId });
  });
});
