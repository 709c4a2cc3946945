import { expect, test } from 'vitest';
import { call } from '../../src/client/call.js';
import { createClient } from '../../src/client/createClient.js';
import { addressProof } from '../../src/client/flows/proofs.js';
import type { ClientSettings } from '../../src/client/settings.js';
import { trustOf } from '../../src/client/trust.js';
import { listWalletAccounts } from '../../src/contract/wallets.queries.js';
import { createDevSurface } from '../../src/service/dev/devSurface.js';
import { memoryKeyStore } from '../../src/sessions/keyStore.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { logIn as logInOf } from '../support/people.js';

const authProxyUrl = 'http://localhost:4500';

/** A development service, and a client that asks it for its keys. `shown`: what is shown in their place. */
async function openDevelopment(shown?: object, more: Partial<ClientSettings> = {}) {
  const service = await createTestService({ authProxyUrl });
  const surface = createDevSurface({
    parent: { ...service, ...(shown && { trust: { ...service.trust, ...shown } }) },
    attestationRoot: await service.attestationRoot(),
    rootApiKey: service.rootApiKey,
    token: 'none',
    inbox: service.inbox,
    log: () => {},
  });
  const asked: string[] = [];
  const client = createClient({
    ...service.settings,
    keys: memoryKeyStore(),
    random: () => 0,
    trust: 'development',
    ...more,
    fetch: async (url, init) => {
      if (!new URL(url).pathname.startsWith('/dev/')) return service.fetch(url, init);
      asked.push(`${init.method} ${url}`);
      return surface(new Request(url, init));
    },
  });
  const logIn = () => logInOf(service, client);
  return { service, asked, client, logIn };
}

test("with trust: 'development' the kit asks the service for its keys once, and verifies what it signs by them", async () => {
  const { asked, logIn } = await openDevelopment();
  expect((await logIn()).token).toBeDefined();
  expect(asked).toEqual(['GET http://localhost:4500/dev/trust']);
});

test('a session token by another key than the one shown is refused', async () => {
  const { service, logIn } = await openDevelopment();
  const { notarizerPublicKey } = (await createTestService()).trust;
  expect(notarizerPublicKey).not.toBe(service.trust.notarizerPublicKey);
  const other = await openDevelopment({ notarizerPublicKey });
  await expect(other.logIn()).rejects.toMatchObject({ code: 'TOKEN_SIGNATURE_INVALID' });
  await logIn();
});

test('keys of another form are refused, and asked for again at the next try', async () => {
  const { asked, logIn } = await openDevelopment({ signerPublicKey: 'none' });
  for (const _ of ['first', 'second']) await expect(logIn()).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
  expect(asked).toHaveLength(2);
});

test.each(['https://auth.example.com', 'http://localhost.example.com', 'http://127.0.0.1.nip.io'])(
  'no other machine is asked, such as %s',
  (authProxyUrl) => {
    const settings = { authProxyUrl, authProxyConfigId: crypto.randomUUID(), trust: 'development' } as const;
    const says = expect.objectContaining({ code: 'SETTINGS_INVALID', message: expect.stringMatching(/localhost/) });
    expect(() => createClient(settings)).toThrow(says);
  },
);

test('a service in memory shows its keys as a development service does', async () => {
  const service = await createTestService({ authProxyUrl });
  const client = createClient({ ...service.settings, keys: memoryKeyStore(), random: () => 0, trust: 'development' });
  expect(await trustOf(client)).toEqual({ ...service.trust, attestationRoot: await service.attestationRoot() });
  expect((await logInOf(service, client)).token).toBeDefined();
});

test('it has the root of the proofs of addresses, too', async () => {
  const { client, logIn } = await openDevelopment({}, { verifyProofs: 'offered' });
  await logIn();
  const [account] = (await call(client, listWalletAccounts, {})).accounts;
  expect(account && (await addressProof(client, account)).state).toBe('software');
});
