import { generateP256KeyPair, verifySessionJwtSignature } from '@turnkey/crypto';
import type { server as Actions, Turnkey as Sdk } from '@turnkey/sdk-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loopback, openLoopback } from './loopback.js';

let loopback: Loopback;
let server: typeof Actions;
let Turnkey: typeof Sdk;
beforeAll(async () => {
  loopback = await openLoopback();
  // Its server actions read these once, when they are loaded.
  process.env.NEXT_PUBLIC_BASE_URL = loopback.url;
  process.env.NEXT_PUBLIC_ORGANIZATION_ID = loopback.organizationId;
  process.env.TURNKEY_API_PUBLIC_KEY = loopback.rootApiKey.publicKey;
  process.env.TURNKEY_API_PRIVATE_KEY = loopback.rootApiKey.privateKey;
  ({ server, Turnkey } = await import('@turnkey/sdk-server'));
});
afterAll(() => loopback.close());

type Key = { publicKey: string; privateKey: string };
const clientOf = (
  { publicKey: apiPublicKey, privateKey: apiPrivateKey }: Key,
  defaultOrganizationId = loopback.organizationId,
) => new Turnkey({ apiBaseUrl: loopback.url, apiPublicKey, apiPrivateKey, defaultOrganizationId }).apiClient();

async function person() {
  const key = generateP256KeyPair();
  const apiKey = { apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const };
  const made = await clientOf(loopback.rootApiKey).createSubOrganization({
    subOrganizationName: 'Ada',
    rootUsers: [{ userName: 'Ada', apiKeys: [apiKey], authenticators: [], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  });
  return { client: clientOf(key, made.subOrganizationId), userId: made.rootUserIds?.[0] ?? '' };
}

describe('@turnkey/sdk-server 8.2.1', () => {
  test('lays the result of an activity beside it', async () => {
    const { client, userId } = await person();
    expect(await client.getWhoami()).toMatchObject({ userId, username: 'Ada' });
    const wallet = await client.createWallet({
      walletName: 'Wallet',
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    });
    expect(wallet.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const signature = await client.signRawPayload({
      signWith: wallet.addresses[0] ?? '',
      payload: 'Hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    expect([signature.r.length, signature.s.length]).toEqual([64, 64]);
    const { accounts } = await client.getWalletAccounts({ walletId: wallet.walletId });
    expect(accounts[0]?.address).toBe(wallet.addresses[0]);
    const { activities } = await client.getActivities({ paginationOptions: { limit: '1' } });
    expect(activities[0]?.id).toBe(signature.activity.id);
  });

  test('manages keys and sessions', async () => {
    const { client, userId } = await person();
    const [second, session] = [generateP256KeyPair(), generateP256KeyPair()];
    const apiKey = { apiKeyName: 'Second', publicKey: second.publicKey, curveType: 'API_KEY_CURVE_P256' as const };
    const { apiKeyIds } = await client.createApiKeys({ userId, apiKeys: [apiKey] });
    expect((await client.deleteApiKeys({ userId, apiKeyIds })).apiKeyIds).toEqual(apiKeyIds);
    const login = await client.stampLogin({ publicKey: session.publicKey });
    expect(await verifySessionJwtSignature(login.session, loopback.trust.notarizerPublicKey)).toBe(true);
  });

  test('makes a sub-organization with its default wallet, and finds it again', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const made = await server.createSuborg({ email });
    const found = await server.getSuborgs({ filterType: 'EMAIL' as never, filterValue: email });
    expect(found?.organizationIds).toEqual([made?.subOrganizationId]);
    const { wallets } = await clientOf(loopback.rootApiKey).getWallets({
      organizationId: made?.subOrganizationId ?? '',
    });
    expect(wallets.map(({ walletName }) => walletName)).toEqual(['Wallet 1']);
    const verified = await server.getVerifiedSuborgs({ filterType: 'EMAIL' as never, filterValue: email });
    expect(verified?.organizationIds).toEqual([]);
  });

  test('throws the service’s message', async () => {
    const { client } = await person();
    const answer = client.createWallet({ walletName: '', accounts: [] });
    await expect(answer).rejects.toMatchObject({ name: 'TurnkeyRequestError', code: 3 });
  });
});
