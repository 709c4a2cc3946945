import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSubOrganization,
  removeOrganizationFeature,
  setOrganizationFeature,
} from '../../../../../src/contract/organizations.js';
import { getOrganizationConfigs } from '../../../../../src/contract/organizations.queries.js';
import type { Feature, FeatureName } from '../../../../../src/contract/organizations.records.js';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify } from '../../../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../../../src/contract/proxyConfig.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import {
  act,
  apiKeyOf,
  done,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, codeFor, loginRequest, signUp, verifiedToken } from '../../../../support/wire.js';

const [byEmail, bySms] = ['FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH'] as const;
const origins = 'FEATURE_NAME_WEBAUTHN_ORIGINS';
const fromBirth = [
  'FEATURE_NAME_EMAIL_AUTH',
  'FEATURE_NAME_EMAIL_RECOVERY',
  'FEATURE_NAME_SMS_AUTH',
  'FEATURE_NAME_OTP_EMAIL_AUTH',
].map((name) => ({ name, value: '' }));

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    await service.configure({ allowedAuthMethods: ['email', 'sms'] });
    root = await rootOf(service);
  });
  afterAll(() => service.close());

  type Configs = { configs: { features: Feature[]; quorum: { threshold: number; userIds: string[] } } };
  const configsOf = async (by: Party, organizationId = by.organizationId) =>
    (await ask<Configs>(service, by.key, getOrganizationConfigs, { organizationId })).configs;
  const set = (by: Party, name: FeatureName, value = '') => done(service, by, setOrganizationFeature, { name, value });
  const remove = (by: Party, name: FeatureName) => done(service, by, removeOrganizationFeature, { name });
  const initEmail = (contact: string) => callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact });

  test('an organization returns its enabled features and its root quorum; its parent may query it, too', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const expected = { features: fromBirth, quorum: { threshold: 1, userIds: [ada.userId] } };
    expect(await configsOf(ada)).toEqual(expected);
    expect(await configsOf(root, ada.organizationId)).toEqual(expected);
    await expect(configsOf(ada, root.organizationId)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  test('a feature is removed and set again, and each answer lists the enabled ones', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const others = fromBirth.filter(({ name }) => name !== bySms);
    expect(await remove(ada, bySms)).toEqual({ features: others });
    expect(await remove(ada, bySms)).toEqual({ features: others });
    expect((await configsOf(ada)).features).toEqual(others);
    expect((await set(ada, bySms, 'on')).features).toContainEqual({ name: bySms, value: 'on' });
  });

  test.each(['FEATURE_NAME_WEBHOOK', 'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY'])(
    '%s is known and not supported yet, be it to set or to remove',
    async (name) => {
      await refusedAs('NOT_YET_SUPPORTED', service, root, setOrganizationFeature, { name, value: '' });
      await refusedAs('NOT_YET_SUPPORTED', service, root, removeOrganizationFeature, { name });
      await refusedAs('REQUEST_INVALID', service, root, removeOrganizationFeature, { name: 'FEATURE_NAME_X' });
    },
  );

  test('the same bytes set a feature once', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const frozen = { ...service, clock: Object.assign(() => service.clock(), { advanceMs: () => {} }) };
    const first = await act(frozen as TestService, ada, setOrganizationFeature, { name: bySms, value: 'a' });
    await set(ada, bySms, 'b');
    service.clock.advanceMs(-1);
    const again = await act(frozen as TestService, ada, setOrganizationFeature, { name: bySms, value: 'a' });
    service.clock.advanceMs(1);
    expect(again.id).toBe(first.id);
    expect((await configsOf(ada)).features).toContainEqual({ name: bySms, value: 'b' });
  });

  test("passkeys' origins are exact ones, and those of a sub-organization are among its parent's", async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const refused = (by: Party, value: string) =>
      refusedAs('REQUEST_INVALID', service, by, setOrganizationFeature, { name: origins, value });
    for (const value of [
      '',
      'app.example.com',
      'https://app.example.com/',
      'https://*.example.com',
      '*,https://a.example',
    ])
      await refused(root, value);
    await set(ada, origins, '*');
    await service.configure({ allowedOrigins: ['https://a.example', 'https://b.example'] });
    await set(ada, origins, 'https://b.example');
    await refused(ada, 'https://c.example');
    await refused(ada, '*');
    await set(root, origins, 'https://c.example, https://d.example');
    await refused(ada, 'https://b.example');
    expect((await set(ada, origins, 'https://c.example')).features[0]).toEqual({
      name: origins,
      value: 'https://c.example',
    });
    await remove(root, origins);
    await refused(ada, 'https://c.example');
    await service.configure({ allowedOrigins: ['*'] });
  });

  test('a feature that is disabled at creation is off, and logs nobody in there', async () => {
    const rootUsers = [{ userName: 'Ada', apiKeys: [apiKeyOf(await createSigningKey())] }];
    const { subOrganizationId } = await done(service, root, createSubOrganization, {
      subOrganizationName: 'Silent',
      rootUsers,
      rootQuorumThreshold: 1,
      disableEmailAuth: true,
      disableOtpEmailAuth: true,
      disableSmsAuth: true,
      disableEmailRecovery: false,
    });
    expect((await configsOf(root, subOrganizationId)).features).toEqual([
      { name: 'FEATURE_NAME_EMAIL_RECOVERY', value: '' },
    ]);
  });

  test('nobody logs in by e-mail code to a sub-organization that has them off', async () => {
    const contact = 'off@example.com';
    const person = await signUp(service, contact);
    const { tools } = service.service;
    await tools.store.db
      .updateTable('users')
      .set({ phone_number: '+14155550123', phone_verified: 1 })
      .where('user_id', '=', person.userId)
      .execute();
    await remove(person, byEmail);
    const { token, key } = await verifiedToken(service, contact);
    const login = await loginRequest(token, key, person.organizationId);
    await expect(callProxy(service, proxyOtpLogin, login)).rejects.toMatchObject({ code: 'METHOD_NOT_ENABLED' });
    await set(person, byEmail);
    await callProxy(service, proxyOtpLogin, login);
  });

  test('a parent with codes by e-mail disabled sends none, accepts none, and logs nobody in by them anywhere', async () => {
    const contact = 'parent-off@example.com';
    const person = await signUp(service, contact);
    const { token, key } = await verifiedToken(service, contact);
    const code = await codeFor(service, contact);
    await remove(root, byEmail);
    const refusal = { code: 'METHOD_NOT_ENABLED' };
    const { tools } = service.service;
    const count = async () => (await tools.store.db.selectFrom('activities').select('activity_id').execute()).length;
    const before = await count();
    await expect(initEmail(contact)).rejects.toMatchObject(refusal);
    await expect(callProxy(service, proxyOtpVerify, { ...code, publicKey: key.publicKey })).rejects.toMatchObject(
      refusal,
    );
    expect(await count()).toBe(before);
    const login = await loginRequest(token, key, person.organizationId);
    await expect(callProxy(service, proxyOtpLogin, login)).rejects.toMatchObject(refusal);
    expect((await configsOf(person)).features).toEqual(fromBirth);
    await set(root, byEmail);
    await initEmail('someone-else@example.com');
    await callProxy(service, proxyOtpVerify, { ...code, publicKey: key.publicKey });
  });

  test('login screens do not offer what the parent has off', async () => {
    const offered = async () =>
      (await callProxy<{ enabledProviders: string[] }>(service, proxyWalletKitConfig, {})).enabledProviders;
    const [ada] = (await makeSubOrganization(service)).users;
    await remove(ada, bySms);
    expect(await offered()).toEqual(['email', 'sms']);
    await remove(root, bySms);
    expect(await offered()).toEqual(['email']);
    await set(root, bySms);
    await remove(root, byEmail);
    expect(await offered()).toEqual(['sms']);
    await set(root, byEmail);
    expect(await offered()).toEqual(['email', 'sms']);
  });

  test('the last login method of a root quorum is not removed', async () => {
    const person = await signUp(service, 'only@example.com');
    await refusedAs('LAST_CREDENTIAL', service, person, removeOrganizationFeature, { name: byEmail });
    await remove(person, bySms);
    await remove(person, 'FEATURE_NAME_EMAIL_AUTH');
    expect((await configsOf(person)).features.map(({ name }) => name)).toEqual([
      'FEATURE_NAME_EMAIL_RECOVERY',
      byEmail,
    ]);
  });
});
