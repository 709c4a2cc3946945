import './page.js';
import * as core from '@turnkey/core';
import { generateP256KeyPair } from '@turnkey/crypto';
import * as http from '@turnkey/http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readSessionToken } from '../../src/crypto/tokens.js';
import { type Loopback, openLoopback } from './loopback.js';
import { clientOf, ethereum, now, stamperOf } from './visit.js';

const dayMs = 24 * 60 * 60_000;

let loopback: Loopback;
beforeAll(async () => {
  loopback = await openLoopback();
});
afterAll(() => loopback.close());

// Client and service use the machine's clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

type Key = { publicKey: string; privateKey: string };

/** A wallet outside of the app, which stamps requests for the page. */
const walletOf = (key: Key) => ({
  getProviders: async () => [],
  stamper: { stamp: (body: string) => stamperOf(key).stamp(body), setProvider: () => {} } as never,
});
const provider = { interfaceType: 'solana', chainInfo: { namespace: 'solana' } } as never;

/** A page of the app with that wallet, and with empty storage. */
async function openPage(key: Key) {
  const config = {
    apiBaseUrl: loopback.url,
    authProxyUrl: loopback.url,
    authProxyConfigId: loopback.authProxyConfigId,
    organizationId: loopback.organizationId,
  };
  const client = new core.TurnkeyClient(config, undefined, undefined, undefined, walletOf(key));
  await client.init();
  const signUp = (...keys: Key[]) =>
    client.httpClient.proxySignup({
      apiKeys: keys.map(({ publicKey }, index) => ({
        apiKeyName: `wallet-auth:${index}:${publicKey}`,
        publicKey,
        curveType: 'API_KEY_CURVE_P256',
      })),
      authenticators: [],
      oauthProviders: [],
      wallet: { walletName: 'Wallet', accounts: [ethereum] },
    });
  const account = async () => {
    const filter = { filterType: core.FilterType.PublicKey, filterValue: key.publicKey };
    return (await client.httpClient.proxyGetAccount(filter)).organizationId;
  };
  /** Its own flow: the wallet stamps a stamp_login that names the app's organization. */
  const logIn = async () => {
    const { sessionToken } = await client.loginWithWallet({ walletProvider: provider });
    return readSessionToken(sessionToken).organization_id;
  };
  return { client, signUp, account, logIn };
}

test('A-56 @turnkey/core 2.8.1 signs up by a key of the person’s own, though others claimed it, and logs in by it a day later', async () => {
  const key = generateP256KeyPair();
  const page = await openPage(key);
  await page.signUp(generateP256KeyPair(), key);
  expect(await page.account()).toBeFalsy();
  const { organizationId } = await page.signUp(key);
  expect(await page.logIn()).toBe(organizationId);
  const [wallet] = await page.client.fetchWallets();
  await page.client.logout();
  await page.signUp(generateP256KeyPair(), key);

  vi.setSystemTime(Date.now() + dayMs);
  const later = await openPage(key);
  expect(await later.account()).toBe(organizationId);
  expect(await later.logIn()).toBe(organizationId);
  expect(await later.client.fetchWallets()).toMatchObject([{ walletId: wallet?.walletId }]);
});

test('A-56 @turnkey/http 6.6.0 logs in a day later by a key that has not stamped yet, and is refused when it opens several', async () => {
  const key = generateP256KeyPair();
  const { signUp, account } = await openPage(key);
  const { organizationId } = await signUp(key);
  vi.setSystemTime(Date.now() + dayMs);
  const client = clientOf(loopback, http, key);
  expect(await client.getWhoami({ organizationId: loopback.organizationId })).toMatchObject({ organizationId });
  expect(await account()).toBe(organizationId);
  const logIn = async () => {
    const { activity } = await client.stampLogin({
      type: 'ACTIVITY_TYPE_STAMP_LOGIN',
      timestampMs: now(),
      organizationId: loopback.organizationId,
      parameters: { publicKey: generateP256KeyPair().publicKey },
    });
    return activity.organizationId;
  };
  expect(await logIn()).toBe(organizationId);
  const other = await signUp(key);
  await client.getWhoami({ organizationId: other.organizationId });
  await expect(logIn()).rejects.toThrow(/more than one suborg associated with a public key/);
});
