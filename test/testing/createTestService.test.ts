import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createWallet } from '../../src/contract/wallets.js';
import { createTestClock } from '../../src/testing/clock.js';
import { createTestService, type TestService, type TestServiceSettings } from '../../src/testing/createTestService.js';
import { logIn } from '../../src/testing/logIn.js';

describe('a test service', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await createTestService({ clock: createTestClock(1_790_000_000_000), config: { otpLength: 8 } });
  });
  afterEach(() => service.close());

  const call = (name: string, body: object) =>
    service.fetch(`${service.settings.authProxyUrl}/v1/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': service.authProxyConfigId },
      body: JSON.stringify(body),
    });

  test('answers at the addresses in its settings, with the given configuration', async () => {
    const config = await (await call('wallet_kit_config', {})).json();
    expect(config).toMatchObject({ organizationId: service.organizationId, otpLength: '8' });
  });

  test('delivers what it sends by the time it has answered, and shows it', async () => {
    const contact = 'ada@example.com';
    expect(service.inbox.lastCode(contact)).toBeUndefined();
    await call('otp_init', { otpType: 'OTP_TYPE_EMAIL', contact });
    expect(service.inbox.lastCode(contact)).toMatch(/^\d{8}$/);
    expect(service.inbox.list(contact)).toMatchObject([{ channel: 'email', to: contact, sentAtMs: service.clock() }]);
    service.inbox.clear();
    expect(service.inbox.list()).toEqual([]);
  });

  test('has its own time in every answer', async () => {
    service.clock.advanceMs(60_000);
    const response = await call('wallet_kit_config', {});
    expect(Date.parse(response.headers.get('Date') ?? '')).toBe(1_790_000_060_000);
  });

  test('fails as planned', async () => {
    service.failures.next('wallet_kit_config', { refuse: 'UNAVAILABLE' });
    expect((await call('wallet_kit_config', {})).status).toBe(503);
    expect((await call('wallet_kit_config', {})).status).toBe(200);
  });

  test('lets a test act as the root user, and throws its refusals', async () => {
    const activity = await service.asRoot(createWallet, { walletName: 'Wallet', accounts: [] });
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    service.clock.advanceMs(1);
    await expect(service.asRoot(createWallet, { walletName: 'Wallet', accounts: [] })).rejects.toMatchObject({
      code: 'NAME_TAKEN',
    });
    await service.configure({ otpLength: 6 });
    expect(await (await call('wallet_kit_config', {})).json()).toMatchObject({ otpLength: '6' });
  });

  test('makes ids by its own clock alone, whatever another has made', async () => {
    const ahead = await createTestService({ clock: createTestClock(service.clock() + 3_600_000) });
    await ahead.asRoot(createWallet, { walletName: 'Wallet', accounts: [] });
    const { id } = await service.asRoot(createWallet, { walletName: 'Wallet', accounts: [] });
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(service.clock());
    await ahead.close();
  });

  test('is one of many: two know nothing of each other', async () => {
    const other = await createTestService();
    expect(other.organizationId).not.toBe(service.organizationId);
    expect(other.rootApiKey.publicKey).not.toBe(service.rootApiKey.publicKey);
    await other.close();
  });
});

test('the service answers in the place of the one whose address and id are built into an app', async () => {
  const authProxyConfigId = crypto.randomUUID();
  const authProxyUrl = 'https://auth.example.com';
  const service = await createTestService({ authProxyUrl, authProxyConfigId });
  onTestFinished(() => service.close());
  expect(service.settings).toMatchObject({ authProxyUrl, authProxyConfigId });
  const { session } = await logIn(service, 'ada@example.com');
  expect(session.organizationId).not.toBe(service.organizationId);
});

test('no limit counts by address unless the test names one', async () => {
  const signups = async (settings: TestServiceSettings) => {
    const service = await createTestService({
      ...settings,
      config: { signupsPerAddress: { most: 2, windowSeconds: 60 } },
    });
    onTestFinished(() => service.close());
    for (const name of ['one', 'two', 'three']) await logIn(service, `${name}@example.com`);
  };
  await signups({});
  await expect(signups({ clientAddress: '192.0.2.7' })).rejects.toMatchObject({ code: 'TOO_MANY_SIGNUPS' });
});

test('it runs in Node also where a test environment gives it a window', async () => {
  const page = globalThis as { window?: unknown };
  page.window = globalThis;
  onTestFinished(() => {
    delete page.window;
  });
  const service = await createTestService();
  onTestFinished(() => service.close());
  expect((await logIn(service, 'ada@example.com')).session.organizationId).toBeDefined();
});
