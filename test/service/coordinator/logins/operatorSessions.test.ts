import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailAuth } from '../../../../src/contract/mailKeys.js';
import { initOtpAuth, otpAuth } from '../../../../src/contract/otpAuth.js';
import { createReadOnlySession, createReadWriteSession, stampLogin } from '../../../../src/contract/sessions.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../src/crypto/tokens.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { claimant, keyIn, mailedBundle, newTarget } from '../../../support/mailedKeys.js';
import { done, makeSubOrganization, newKey, type Party, refusedAs, rootOf } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask } from '../../../support/wire.js';

const hourMs = 3_600_000;
const year = '31536000';

describe.each(databases)('A-54 on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());

  const isAlive = ({ key, organizationId }: Pick<Party, 'key' | 'organizationId'>) =>
    ask(service, key, whoami, { organizationId }).then(
      () => true,
      () => false,
    );
  const login = async (by: Party) => {
    const key = await createSigningKey();
    const { session } = await done(service, by, stampLogin, { publicKey: key.publicKey, expirationSeconds: year });
    return { party: { ...by, key }, expiresAtMs: readSessionToken(session).exp * 1000 };
  };
  const expectEndInEightHours = async (by: Party) => {
    service.clock.advanceMs(8 * hourMs - 2000);
    expect(await isAlive(by)).toBe(true);
    service.clock.advanceMs(3000);
    expect(await isAlive(by)).toBe(false);
  };

  test('a session of a top-level organization ends eight hours after its login, however often it is renewed', async () => {
    const loginMs = service.clock();
    const first = await login(root);
    expect(first.expiresAtMs - loginMs).toBeLessThanOrEqual(8 * hourMs + 1000);
    service.clock.advanceMs(5 * hourMs);
    const second = await login(first.party);
    expect(second.expiresAtMs - loginMs).toBeLessThanOrEqual(8 * hourMs + 1000);
    service.clock.advanceMs(3 * hourMs + 1000);
    expect([await isAlive(first.party), await isAlive(second.party)]).toEqual([false, false]);
    expect((await login(root)).expiresAtMs).toBeGreaterThan(service.clock() + 7 * hourMs);
  });

  test('so do the sessions that are made for a frame, by mail and by a code', async () => {
    const email = 'operator@example.com';
    const userId = await claimant(service, root, email);
    const { target, targetPublicKey } = await newTarget();
    const asked = { targetPublicKey, expirationSeconds: year };
    const framed = await done(service, root, createReadWriteSession, { ...asked, userId });
    await expectEndInEightHours({ ...root, key: await keyIn(framed.credentialBundle, target) });

    await done(service, root, emailAuth, { ...asked, email, emailCustomization: { appName: 'Acme' } });
    await expectEndInEightHours({ ...root, key: await keyIn(await mailedBundle(service, email), target) });

    const request = { otpType: 'OTP_TYPE_EMAIL', contact: email, appName: 'Acme' } as const;
    const { otpId } = await done(service, root, initOtpAuth, request);
    await service.service.deliver();
    const otpCode = service.inbox.lastCode(email) ?? '';
    const { credentialBundle = '' } = await done(service, root, otpAuth, { ...asked, otpId, otpCode });
    await expectEndInEightHours({ ...root, key: await keyIn(credentialBundle, target) });
  });

  test('a shorter time of the configuration holds, and a secret for reading ends with its login', async () => {
    await service.configure({ sessionExpirationSeconds: 3600, maxSessionSeconds: 3600 });
    const { expiresAtMs } = await login(root);
    expect(expiresAtMs).toBeLessThanOrEqual(service.clock() + hourMs + 1000);
    await service.configure({ maxSessionSeconds: 30 * 86_400 });
    const { party } = await login(root);
    const reading = await done(service, party, createReadOnlySession, {});
    expect(Number(reading.sessionExpiry) * 1000).toBeLessThanOrEqual(service.clock() + 900_000);
    service.clock.advanceMs(8 * hourMs - 10_000);
    await refusedAs('FRESH_LOGIN_REQUIRED', service, party, createReadOnlySession, {});
  });

  test('a session that was longer before goes on to its end, but is not renewed', async () => {
    const { party } = await login(root);
    await service.service.tools.store.db
      .updateTable('credentials')
      .set({ expiration_seconds: 86_400, expires_at_ms: service.clock() + 24 * hourMs })
      .where('public_key', '=', party.key.publicKey)
      .execute();
    service.clock.advanceMs(8 * hourMs + 1000);
    expect(await isAlive(party)).toBe(true);
    const { publicKey } = await createSigningKey();
    await refusedAs('FRESH_LOGIN_REQUIRED', service, party, stampLogin, { publicKey });
  });

  test('API keys of a top-level organization, and sessions of its sub-organizations, are as long as they were asked for', async () => {
    const key = await newKey(service, root, root.userId, { expirationSeconds: String(30 * 86_400) });
    const [ada] = (await makeSubOrganization(service)).users;
    const { party } = await login(ada);
    service.clock.advanceMs(29 * 24 * hourMs);
    expect([await isAlive({ ...root, key }), await isAlive(party)]).toEqual([true, true]);
  });
});
