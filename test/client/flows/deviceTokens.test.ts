import { expect, test } from 'vitest';
import { type Client, createClient } from '../../../src/client/createClient.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import { logout } from '../../../src/client/session/logout.js';
import { proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { proxyOtpInitV2 } from '../../../src/contract/proxyV2.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import type { SessionStorage } from '../../../src/sessions/sessionRecords.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { ask, guess } from '../../support/guesses.js';
import { ada, lastCode, logIn } from '../../support/people.js';

/** A storage that two clients of one device share. */
function deviceStorage(): SessionStorage {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  };
}

type Asked = { path: string; body: Record<string, unknown> };

/** A client, its requests to the service, and the configuration that it receives. */
function deviceOf(
  service: TestService,
  storage: SessionStorage,
  heard: (config: object) => object = (config) => config,
): { client: Client; asked: Asked[]; sentTokens: () => unknown[] } {
  const asked: Asked[] = [];
  const client = createClient({
    ...service.settings,
    keys: memoryKeyStore(),
    storage,
    fetch: async (url, init) => {
      const path = new URL(url).pathname;
      asked.push({ path, body: JSON.parse(new TextDecoder().decode(init.body as Uint8Array)) });
      const answer = await service.fetch(url, init);
      if (path !== proxyWalletKitConfig.path) return answer;
      return new Response(JSON.stringify(heard(await answer.json())), { headers: answer.headers });
    },
  });
  const sentTokens = () =>
    asked.filter(({ path }) => path === proxyOtpInitV2.path).map(({ body }) => body.deviceToken ?? 'none');
  return { client, asked, sentTokens };
}

const email = (contact: string) => ({ otpType: 'OTP_TYPE_EMAIL' as const, contact });

test('A-49: a device that has logged in sends its token when it requests a code, also after a logout', async () => {
  const service = await createTestService();
  const storage = deviceStorage();
  const { client, asked, sentTokens } = deviceOf(service, storage);
  await logIn(service, client);
  await logout(client);
  await requestOtp(client, email(' ADA@example.com '));
  await requestOtp(client, email('grace@example.com'));
  const next = deviceOf(service, storage);
  await requestOtp(next.client, email(ada));
  const [token] = next.sentTokens();
  expect(token).toMatch(/^[0-9a-f]{64}\.\d+\.[0-9a-f]{64}$/);
  expect(sentTokens()).toEqual(['none', token, 'none']);
  expect(asked.filter(({ path }) => path === proxyWalletKitConfig.path)).toHaveLength(1);
  await service.close();
});

test('A-49: if strangers have used up a contact’s limit, its holder’s device still gets a code and logs in', async () => {
  const service = await createTestService();
  const { client } = deviceOf(service, deviceStorage());
  await logIn(service, client);
  for (let stranger = 0; stranger < 9; stranger += 1) await guess(service, 3, { address: `10.0.0.${stranger}` });
  expect(await ask(service, { address: '10.0.1.0' })).toBeGreaterThan(3000);
  const sent = await requestOtp(client, email(ada));
  expect(sent).toMatchObject({ otpLength: 6, otpAlphanumeric: false, contact: ada });
  await loginWithOtp(client, { otpIds: [sent.otpId], otpCode: lastCode(service) });
  await service.close();
});

test('A-49: a service that does not announce device tokens is sent none', async () => {
  const service = await createTestService();
  const storage = deviceStorage();
  await logIn(service, deviceOf(service, storage).client);
  for (const heard of [{ deviceTokens: false }, { deviceTokens: undefined }]) {
    const { client, sentTokens } = deviceOf(service, storage, (config) => ({ ...config, ...heard }));
    await requestOtp(client, email(ada));
    expect(sentTokens()).toEqual(['none']);
  }
  await service.close();
});

test('A-49: a device token goes to the service and the configuration that it came from, and to no other', async () => {
  const [service, other] = await Promise.all([createTestService(), createTestService()]);
  const storage = deviceStorage();
  await logIn(service, deviceOf(service, storage).client);
  const foreign = deviceOf(other, storage);
  await requestOtp(foreign.client, email(ada));
  expect(foreign.sentTokens()).toEqual(['none']);
  const elsewhere = { ...service, settings: { ...service.settings, authProxyUrl: 'https://another.test' } };
  const moved = deviceOf(elsewhere, storage);
  await requestOtp(moved.client, email(ada));
  expect(moved.sentTokens()).toEqual(['none']);
  await Promise.all([service.close(), other.close()]);
});

test('A-49: a device keeps a token for each person who has logged in on it, and names none of them', async () => {
  const service = await createTestService();
  const storage = deviceStorage();
  const { client, sentTokens } = deviceOf(service, storage);
  const contacts = ['augusta.lovelace@example.com', 'grace.brewster.hopper@example.com'];
  for (const contact of contacts) await logIn(service, client, contact);
  for (const contact of contacts) await requestOtp(client, email(contact));
  const [first, second, ofAda, ofGrace] = sentTokens();
  expect([first, second]).toEqual(['none', 'none']);
  expect(ofAda).not.toBe(ofGrace);
  expect([ofAda, ofGrace]).not.toContain('none');
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  expect(names.filter((name) => name.startsWith('latchkey.devices.'))).toHaveLength(2);
  expect(names.join()).not.toMatch(/augusta\.lovelace|grace\.brewster\.hopper/);
  await service.close();
});

test('A-49: a device without storage keeps its token as long as the page lives', async () => {
  const service = await createTestService();
  const full = deviceStorage();
  const { client, sentTokens } = deviceOf(service, {
    ...full,
    setItem() {
      throw new Error('quota');
    },
  });
  await logIn(service, client);
  await requestOtp(client, email(ada));
  expect(sentTokens()[1]).toMatch(/^[0-9a-f]{64}\./);
  await service.close();
});
