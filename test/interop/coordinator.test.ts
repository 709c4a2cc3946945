import { SignatureFormat } from '@turnkey/api-key-stamper';
import { getClientSignatureMessageForLogin, getClientSignatureMessageForSignup } from '@turnkey/core';
import {
  computeActivityFingerprint,
  generateP256KeyPair,
  verifySessionJwtSignature,
  verifyStampSignature,
} from '@turnkey/crypto';
import * as newest from '@turnkey/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loopback, openLoopback } from './loopback.js';
import { clientOf, ethereum, now, person, rootUser, solana, stamperOf, versions } from './visit.js';

let loopback: Loopback;
beforeAll(async () => {
  loopback = await openLoopback();
});
afterAll(() => loopback.close());

describe.each(versions)('@turnkey/http $version', ({ http }) => {
  const asRoot = () => clientOf(loopback, http, loopback.rootApiKey);

  test('asks who it is', async () => {
    const { organizationId } = loopback;
    expect(await asRoot().getWhoami({ organizationId })).toMatchObject({ organizationId, username: 'Root' });
  });

  test('makes a sub-organization with its root user and a wallet', async () => {
    const { client, key, ...made } = await person(loopback, http);
    const { organizationId, userId } = made;
    expect(await client.getWhoami({ organizationId })).toMatchObject({ organizationId, userId, username: 'Root 0' });
    expect(made.addresses[0]).toMatch(/^0x[\da-fA-F]{40}$/);
    const { user } = await client.getUser({ organizationId, userId });
    expect(user.apiKeys[0]?.credential).toEqual({ publicKey: key.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' });
    expect(Number(user.createdAt.seconds)).toBeCloseTo(Date.now() / 1000, -2);
  });

  test('makes one as the version before did', async () => {
    const key = generateP256KeyPair();
    const { activity } = await asRoot().createSubOrganization({
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7' as never,
      timestampMs: now(),
      organizationId: loopback.organizationId,
      parameters: { subOrganizationName: 'Ada', rootUsers: [rootUser('Ada', key)], rootQuorumThreshold: 1 },
    });
    expect(activity.type).toBe('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7');
    const { subOrganizationId } = newest.assertNonNull(activity.result.createSubOrganizationResultV7);
    expect(await clientOf(loopback, http, key).getWhoami({ organizationId: subOrganizationId })).toMatchObject({
      username: 'Ada',
    });
  });

  test('a parent finds and reads its sub-organizations', async () => {
    const { organizationId, userId, key } = await person(loopback, http);
    const found = await asRoot().getSubOrgIds({
      organizationId: loopback.organizationId,
      filterType: 'PUBLIC_KEY',
      filterValue: key.publicKey,
    });
    expect(found.organizationIds).toEqual([organizationId]);
    const { user } = await asRoot().getUser({ organizationId, userId });
    expect(user.userId).toBe(userId);
  });

  test('makes wallets and accounts, and lists them', async () => {
    const { client, organizationId, walletId, addresses } = await person(loopback, http);
    const { activity } = await client.createWallet({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: now(),
      organizationId,
      parameters: { walletName: 'Second', accounts: [solana], mnemonicLength: 24 },
    });
    const second = newest.assertNonNull(activity.result.createWalletResult);
    const more = await client.createWalletAccounts({
      type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
      timestampMs: now(),
      organizationId,
      parameters: { walletId, accounts: [{ ...ethereum, path: "m/44'/60'/0'/0/1" }] },
    });
    const { wallets } = await client.getWallets({ organizationId });
    expect(wallets.map(({ walletId, walletName }) => [walletId, walletName])).toEqual([
      [walletId, 'Wallet'],
      [second.walletId, 'Second'],
    ]);
    const { accounts } = await client.getWalletAccounts({ organizationId, walletId });
    expect(accounts.map(({ address }) => address)).toEqual([
      ...addresses,
      ...newest.assertNonNull(more.activity.result.createWalletAccountsResult).addresses,
    ]);
    const page = await client.getWalletAccounts({ organizationId, walletId, paginationOptions: { limit: '1' } });
    expect(page.accounts).toHaveLength(1);
  });

  test('signs, reads the activity, and recognizes its fingerprint and the vote', async () => {
    const { client, key, organizationId, addresses } = await person(loopback, http);
    const signed = await client.stampSignRawPayload({
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      timestampMs: now(),
      organizationId,
      parameters: {
        signWith: newest.assertNonNull(addresses[0]),
        payload: 'Hello',
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_SHA256',
      },
    });
    const { stampHeaderName, stampHeaderValue } = signed.stamp;
    const answer = await fetch(signed.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [stampHeaderName]: stampHeaderValue },
      body: signed.body,
    });
    const { activity } = (await answer.json()) as newest.TActivityResponse;
    expect(newest.assertActivityCompleted(activity)).toBe(true);
    const { r, s, v } = newest.getSignatureFromActivity(activity);
    expect([r.length, s.length, v.length]).toEqual([64, 64, 2]);
    const read = await client.getActivity({ organizationId, activityId: activity.id });
    expect(read.activity).toEqual(activity);
    expect(activity.fingerprint).toBe(computeActivityFingerprint(signed.body));
    const [vote] = activity.votes;
    expect(vote).toMatchObject({
      publicKey: key.publicKey,
      message: signed.body,
      selection: 'VOTE_SELECTION_APPROVED',
    });
    expect(await verifyStampSignature(key.publicKey, newest.assertNonNull(vote).signature, signed.body)).toBe(true);
  });

  test('lists activities, newest first, by type, status and page', async () => {
    const { client, organizationId } = await person(loopback, http);
    for (const walletName of ['A', 'B', 'C']) {
      const parameters = { walletName, accounts: [ethereum] };
      const type = 'ACTIVITY_TYPE_CREATE_WALLET';
      await client.createWallet({ type, timestampMs: now(), organizationId, parameters });
    }
    const { activities } = await client.getActivities({
      organizationId,
      filterByType: ['ACTIVITY_TYPE_CREATE_WALLET'],
    });
    expect(activities.map(({ intent }) => intent.createWalletIntent?.walletName)).toEqual(['C', 'B', 'A']);
    const after = newest.assertNonNull(activities[0]).id;
    const filterByStatus = ['ACTIVITY_STATUS_COMPLETED' as const];
    const page = await client.getActivities({
      organizationId,
      filterByStatus,
      paginationOptions: { limit: '1', after },
    });
    expect(page.activities.map(({ id }) => id)).toEqual([activities[1]?.id]);
  });

  test('adds a key, stamps with it, and deletes it', async () => {
    const { client, organizationId, userId } = await person(loopback, http);
    const second = generateP256KeyPair();
    const { activity } = await client.createApiKeys({
      type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
      timestampMs: now(),
      organizationId,
      parameters: {
        userId,
        apiKeys: [
          {
            apiKeyName: 'Second',
            publicKey: second.publicKey,
            curveType: 'API_KEY_CURVE_P256',
            expirationSeconds: '60',
          },
        ],
      },
    });
    const { apiKeyIds } = newest.assertNonNull(activity.result.createApiKeysResult);
    expect(await clientOf(loopback, http, second).getWhoami({ organizationId })).toMatchObject({ userId });
    const type = 'ACTIVITY_TYPE_DELETE_API_KEYS';
    await client.deleteApiKeys({ type, timestampMs: now(), organizationId, parameters: { userId, apiKeyIds } });
    await expect(clientOf(loopback, http, second).getWhoami({ organizationId })).rejects.toMatchObject({
      name: 'TurnkeyRequestError',
      code: 16,
      message: expect.stringContaining('could not find public key in organization or its parent organization'),
    });
  });

  test('logs in by stamp, and the session stands up to its own verification', async () => {
    const { client, organizationId, userId } = await person(loopback, http);
    const session = generateP256KeyPair();
    const { activity } = await client.stampLogin({
      type: 'ACTIVITY_TYPE_STAMP_LOGIN',
      timestampMs: now(),
      organizationId,
      parameters: { publicKey: session.publicKey, expirationSeconds: '600', invalidateExisting: true },
    });
    const token = newest.assertNonNull(activity.result.stampLoginResult).session;
    expect(await verifySessionJwtSignature(token, loopback.trust.notarizerPublicKey)).toBe(true);
    expect(await verifySessionJwtSignature(token, loopback.trust.signerPublicKey)).toBe(false);
    expect(await clientOf(loopback, http, session).getWhoami({ organizationId })).toMatchObject({ userId });
  });

  test('proves a contact, makes a sub-organization of it and logs in there, as the versions before did', async () => {
    const { organizationId } = loopback;
    const contact = `${crypto.randomUUID()}@example.com`;
    const key = generateP256KeyPair();
    const { publicKey } = key;
    const signed = async ({ message }: { message: string }) => {
      const signature = await stamperOf(key).sign(message, SignatureFormat.Raw);
      return { publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256' as const, message, signature };
    };
    const init = await asRoot().initOtp({
      type: 'ACTIVITY_TYPE_INIT_OTP_V2' as never,
      timestampMs: now(),
      organizationId,
      parameters: { otpType: 'OTP_TYPE_EMAIL', contact, appName: 'App', otpLength: 6, alphanumeric: false },
    });
    const { otpId } = newest.assertNonNull(init.activity.result.initOtpResult);
    const verify = await asRoot().verifyOtp({
      type: 'ACTIVITY_TYPE_VERIFY_OTP' as never,
      timestampMs: now(),
      organizationId,
      parameters: { otpId, otpCode: loopback.inbox.lastCode(contact), publicKey } as never,
    });
    const { verificationToken } = newest.assertNonNull(verify.activity.result.verifyOtpResult);
    const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
    const made = await asRoot().createSubOrganization({
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7' as never,
      timestampMs: now(),
      organizationId,
      parameters: {
        subOrganizationName: 'Ada',
        rootUsers: [{ userName: 'Ada', userEmail: contact, ...lists }],
        rootQuorumThreshold: 1,
        verificationToken,
        clientSignature: await signed(
          getClientSignatureMessageForSignup({ verificationToken, email: contact, ...lists }),
        ),
      },
    });
    const { subOrganizationId } = newest.assertNonNull(made.activity.result.createSubOrganizationResultV7);
    const found = await asRoot().getVerifiedSubOrgIds({ organizationId, filterType: 'EMAIL', filterValue: contact });
    expect(found.organizationIds).toEqual([subOrganizationId]);
    const login = await asRoot().otpLogin({
      type: 'ACTIVITY_TYPE_OTP_LOGIN' as never,
      timestampMs: now(),
      organizationId: subOrganizationId,
      parameters: {
        verificationToken,
        publicKey,
        clientSignature: await signed(getClientSignatureMessageForLogin({ verificationToken })),
      },
    });
    const { session } = newest.assertNonNull(login.activity.result.otpLoginResult);
    expect(await verifySessionJwtSignature(session, loopback.trust.notarizerPublicKey)).toBe(true);
    const whoami = await clientOf(loopback, http, key).getWhoami({ organizationId: subOrganizationId });
    expect(whoami).toMatchObject({ username: 'Ada' });
  });

  test('stamps as its older functions do, which set one key for all', async () => {
    const { publicKey, privateKey } = loopback.rootApiKey;
    http.init({ apiPublicKey: publicKey, apiPrivateKey: privateKey, baseUrl: loopback.url });
    const { organizationId } = loopback;
    expect(await http.TurnkeyApi.getWhoami({ body: { organizationId } })).toMatchObject({ username: 'Root' });
    const create = http.withAsyncPolling({ request: http.TurnkeyApi.createWallet });
    const parameters = { walletName: `Wallet ${now()}`, accounts: [ethereum] };
    const type = 'ACTIVITY_TYPE_CREATE_WALLET';
    const activity = await create({ body: { type, timestampMs: now(), organizationId, parameters } });
    expect(activity.result.createWalletResult?.addresses).toHaveLength(1);
  });
});
