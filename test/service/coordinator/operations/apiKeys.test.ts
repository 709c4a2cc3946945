import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKeys, deleteApiKeys } from '../../../../src/contract/credentials.js';
import { listSuborgs } from '../../../../src/contract/organizations.queries.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import type { ApiKey, User } from '../../../../src/contract/shapes.js';
import { getUser, whoami } from '../../../../src/contract/users.queries.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readSessionToken, verifySessionToken } from '../../../../src/crypto/tokens.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  absentId,
  apiKeyOf,
  done,
  makeMember,
  makeSubOrganization,
  newKey,
  type Party,
  refusedAs,
  rootOf,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, signUp } from '../../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ada] = (await makeSubOrganization(service)).users;
  });

  const keysOf = async ({ organizationId, userId }: Party = ada): Promise<ApiKey[]> => {
    const root = await rootOf(service);
    return (await ask<{ user: User }>(service, root.key, getUser, { organizationId, userId })).user.apiKeys;
  };
  const freshKeys = async (many: number, more: object = {}) =>
    Promise.all(Array.from({ length: many }, async () => ({ ...apiKeyOf(await createSigningKey()), ...more })));
  const add = async (many: number, more: object = {}) =>
    done(service, ada, createApiKeys, { userId: ada.userId, apiKeys: await freshKeys(many, more) });
  const isAlive = (key: SigningKey) =>
    ask(service, key, whoami, { organizationId: ada.organizationId }).then(
      () => true,
      () => false,
    );

  test('keys are given in order, and shown with the user', async () => {
    const [one, two] = await freshKeys(2, { expirationSeconds: '3600' });
    const { apiKeyIds } = await done(service, ada, createApiKeys, { userId: ada.userId, apiKeys: [one, two] as never });
    const shown = (await keysOf()).filter(({ apiKeyId }) => apiKeyIds.includes(apiKeyId));
    expect(new Set(shown.map(({ apiKeyId }) => apiKeyId))).toEqual(new Set(apiKeyIds));
    expect(shown[0]).toMatchObject({
      apiKeyName: 'Key',
      credential: { type: 'CREDENTIAL_TYPE_API_KEY_P256' },
      expirationSeconds: '3600',
    });
    expect((await keysOf())[0]).not.toHaveProperty('expirationSeconds');
  });

  test('a user holds at most ten long-lived keys', async () => {
    await add(9);
    await refusedAs('TOO_MANY_API_KEYS', service, ada, createApiKeys, {
      userId: ada.userId,
      apiKeys: await freshKeys(1),
    });
    expect(await keysOf()).toHaveLength(10);
    await add(1, { expirationSeconds: '60' });
    const [, victim] = await keysOf();
    await done(service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds: [victim?.apiKeyId ?? ''] });
    await add(1);
  });

  test('a request with too many keys creates none of them', async () => {
    await refusedAs('TOO_MANY_API_KEYS', service, ada, createApiKeys, {
      userId: ada.userId,
      apiKeys: await freshKeys(10),
    });
    expect(await keysOf()).toHaveLength(1);
    await refusedAs('REQUEST_INVALID', service, ada, createApiKeys, {
      userId: ada.userId,
      apiKeys: await freshKeys(11),
    });
    await refusedAs('REQUEST_INVALID', service, ada, createApiKeys, { userId: ada.userId, apiKeys: [] });
  });

  test('of expiring keys the expired ones are removed first, then the oldest', async () => {
    const oldest = await newKey(service, ada, ada.userId, { expirationSeconds: '9000' });
    const brief = await newKey(service, ada, ada.userId, { expirationSeconds: '10' });
    await add(8, { expirationSeconds: '9000' });
    expect(await keysOf()).toHaveLength(11);
    service.clock.advanceMs(10_000);
    await add(1, { expirationSeconds: '9000' });
    expect(await isAlive(oldest)).toBe(true);
    expect((await keysOf()).map(({ credential }) => credential.publicKey)).not.toContain(brief.publicKey);
    await add(1, { expirationSeconds: '9000' });
    expect(await isAlive(oldest)).toBe(false);
    expect(await keysOf()).toHaveLength(11);
  });

  test('the eleventh session ends the oldest', async () => {
    const sessions = await Promise.all(Array.from({ length: 11 }, () => createSigningKey()));
    for (const { publicKey } of sessions) await done(service, ada, stampLogin, { publicKey });
    expect(await Promise.all(sessions.map(isAlive))).toEqual([false, ...Array.from({ length: 10 }, () => true)]);
    expect(await isAlive(ada.key)).toBe(true);
  });

  test('a key belongs to one user of an organization, whoever registers it', async () => {
    const member = await makeMember(service, ada.organizationId, service.organizationId);
    const taken = { userId: ada.userId, apiKeys: [apiKeyOf(member.key)] };
    await refusedAs('CREDENTIAL_CONFLICT', service, ada, createApiKeys, taken);
    await refusedAs('CREDENTIAL_CONFLICT', service, ada, createApiKeys, { ...taken, apiKeys: [apiKeyOf(ada.key)] });
    const twice = await createSigningKey();
    await refusedAs('CREDENTIAL_CONFLICT', service, ada, createApiKeys, {
      ...taken,
      apiKeys: [apiKeyOf(twice), { ...apiKeyOf(twice), publicKey: twice.publicKey.toUpperCase() }],
    });
    await refusedAs('CREDENTIAL_CONFLICT', service, ada, stampLogin, { publicKey: ada.key.publicKey });
    const [bob] = (await makeSubOrganization(service)).users;
    await done(service, bob, createApiKeys, { userId: bob.userId, apiKeys: [apiKeyOf(member.key)] });
  });

  test.each([
    ['PUBLIC_KEY_INVALID', { publicKey: `02${'ff'.repeat(32)}` }],
    ['PUBLIC_KEY_INVALID', { publicKey: `02${'00'.repeat(31)}01` }],
    ['REQUEST_INVALID', { publicKey: `04${'11'.repeat(64)}` }],
    ['REQUEST_INVALID', { curveType: 'API_KEY_CURVE_P521' }],
    ['REQUEST_INVALID', { expirationSeconds: '0' }],
    ['REQUEST_INVALID', { expirationSeconds: 60 }],
    ['REQUEST_INVALID', { apiKeyName: '' }],
    ['REQUEST_INVALID', { privateKey: '11'.repeat(32) }],
    ['PUBLIC_KEY_INVALID', { curveType: 'API_KEY_CURVE_ED25519' }],
  ] as const)('%s: %j', async (code, changes) => {
    const apiKeys = (await freshKeys(1)).map((key) => ({ ...key, ...changes }));
    await refusedAs(code, service, ada, createApiKeys, { userId: ada.userId, apiKeys });
  });

  test('keys are deleted all or none', async () => {
    const { apiKeyIds } = await add(2);
    const withStranger = { userId: ada.userId, apiKeyIds: [...apiKeyIds, absentId] };
    await refusedAs('API_KEY_NOT_FOUND', service, ada, deleteApiKeys, withStranger);
    expect(await keysOf()).toHaveLength(3);
    expect(await done(service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds })).toEqual({ apiKeyIds });
    expect(await keysOf()).toHaveLength(1);
  });

  test('the key of another user is not found under this one', async () => {
    const member = await makeMember(service, ada.organizationId, service.organizationId);
    const [theirs] = await keysOf(member);
    const apiKeyIds = [theirs?.apiKeyId ?? ''];
    await refusedAs('API_KEY_NOT_FOUND', service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds });
    await done(service, ada, deleteApiKeys, { userId: member.userId, apiKeyIds });
    expect(await isAlive(member.key)).toBe(false);
  });

  test('A-10 nobody deletes anything outside their organization', async () => {
    const [bob] = (await makeSubOrganization(service)).users;
    const [his] = await keysOf(bob);
    const apiKeyIds = [his?.apiKeyId ?? ''];
    await refusedAs('API_KEY_NOT_FOUND', service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds });
    await refusedAs('USER_NOT_FOUND', service, ada, deleteApiKeys, { userId: bob.userId, apiKeyIds });
    await ask(service, bob.key, whoami, { organizationId: bob.organizationId });
  });

  test('T-51 the last credential of the last root user cannot be deleted', async () => {
    const [only] = await keysOf();
    const last = { userId: ada.userId, apiKeyIds: [only?.apiKeyId ?? ''] };
    await refusedAs('LAST_CREDENTIAL', service, ada, deleteApiKeys, last);
    await add(1, { expirationSeconds: '60' });
    await refusedAs('LAST_CREDENTIAL', service, ada, deleteApiKeys, last);
    await add(1);
    await done(service, ada, deleteApiKeys, last);
    expect(await isAlive(ada.key)).toBe(false);
  });

  test('of two root users who must agree, neither may lose the last key', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    for (const user of users) {
      const [only] = await keysOf(user);
      const last = { userId: user.userId, apiKeyIds: [only?.apiKeyId ?? ''] };
      await refusedAs('LAST_CREDENTIAL', service, user, deleteApiKeys, last);
    }
  });

  test('a person with a verified contact may delete their last key, and log in again by a code', async () => {
    const contact = `ada-${ada.userId}@example.com`;
    const person = await signUp(service, contact);
    const [session] = await keysOf(person);
    await done(service, person, deleteApiKeys, { userId: person.userId, apiKeyIds: [session?.apiKeyId ?? ''] });
    expect(await keysOf(person)).toEqual([]);
  });

  test('a deleted key no longer finds its organization', async () => {
    const key = await newKey(service, ada, ada.userId);
    const root = await rootOf(service);
    const found = async () => {
      const filter = { filterType: 'PUBLIC_KEY', filterValue: key.publicKey };
      const { organizationId } = root;
      return (await ask<{ organizationIds: string[] }>(service, root.key, listSuborgs, { organizationId, ...filter }))
        .organizationIds;
    };
    await ask(service, key, whoami, { organizationId: ada.organizationId });
    expect(await found()).toEqual([ada.organizationId]);
    const { apiKeyId = '' } = (await keysOf()).find(({ credential }) => credential.publicKey === key.publicKey) ?? {};
    await done(service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds: [apiKeyId] });
    expect(await found()).toEqual([]);
  });

  test('a login by stamp opens a session of 900 seconds, signed by the notarizer', async () => {
    const { publicKey } = await createSigningKey();
    const { session } = await done(service, ada, stampLogin, { publicKey });
    expect(readSessionToken(session)).toEqual({
      exp: Math.floor(service.clock() / 1000) + 900,
      iat: Math.floor(service.clock() / 1000),
      public_key: publicKey,
      session_type: 'SESSION_TYPE_READ_WRITE',
      user_id: ada.userId,
      organization_id: ada.organizationId,
    });
    await expect(verifySessionToken(session, service.trust.notarizerPublicKey)).resolves.toBeDefined();
    const shown = (await keysOf()).find(({ credential }) => credential.publicKey === publicKey);
    expect(shown).toMatchObject({ credential: { type: 'CREDENTIAL_TYPE_LOGIN' }, expirationSeconds: '900' });
  });

  test('a session may ask for the end of the others', async () => {
    const [one, two] = [await createSigningKey(), await createSigningKey()];
    await done(service, ada, stampLogin, { publicKey: one.publicKey });
    await done(service, ada, stampLogin, { publicKey: two.publicKey, invalidateExisting: true });
    expect([await isAlive(one), await isAlive(two), await isAlive(ada.key)]).toEqual([false, true, true]);
  });

  test('a session profile is refused, for it is not supported yet', async () => {
    const { publicKey } = await createSigningKey();
    await refusedAs('NOT_YET_SUPPORTED', service, ada, stampLogin, { publicKey, sessionProfileId: absentId });
    await refusedAs('PUBLIC_KEY_INVALID', service, ada, stampLogin, { publicKey: `02${'ff'.repeat(32)}` });
  });
});
