import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import {
  computeActivityFingerprint,
  generateP256KeyPair,
  verifySessionJwtSignature,
  verifyStampSignature,
} from '@turnkey/crypto';
import * as newest from '@turnkey/http';
import * as http63 from '@turnkey/http-6.3';
import * as http64 from '@turnkey/http-6.4';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loopback, openLoopback } from './loopback.js';

/** The last three versions, each with its own stamper and cryptography underneath. */
const versions = [
  { version: '6.6.0', http: newest },
  { version: '6.4.0', http: http64 as unknown as typeof newest },
  { version: '6.3.0', http: http63 as unknown as typeof newest },
];

const ethereum = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
const solana = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
} as const;

let home: Loopback;
beforeAll(async () => {
  home = await openLoopback();
});
afterAll(() => home.close());

describe.each(versions)('@turnkey/http $version', ({ http }) => {
  type Key = { publicKey: string; privateKey: string };

  const clientOf = ({ publicKey, privateKey }: Key) =>
    new http.TurnkeyClient(
      { baseUrl: home.url },
      new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey }),
    );
  const asRoot = () => clientOf(home.rootApiKey);
  const now = () => String(Date.now());

  const rootUser = (userName: string, { publicKey }: Key) => ({
    userName,
    apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
    authenticators: [],
    oauthProviders: [],
  });

  /** A sub-organization with a wallet of one Ethereum and one Solana account, all of whose root users must agree. */
  async function founded(...keys: Key[]) {
    const { activity } = await asRoot().createSubOrganization({
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
      timestampMs: now(),
      organizationId: home.organizationId,
      parameters: {
        subOrganizationName: 'Ada',
        rootUsers: keys.map((key, index) => rootUser(`Root ${index}`, key)),
        rootQuorumThreshold: keys.length,
        wallet: { walletName: 'Wallet', accounts: [ethereum, solana] },
      },
    });
    const {
      subOrganizationId,
      rootUserIds = [],
      wallet,
    } = newest.assertNonNull(activity.result.createSubOrganizationResultV8);
    return {
      organizationId: subOrganizationId,
      userId: newest.assertNonNull(rootUserIds[0]),
      walletId: newest.assertNonNull(wallet?.walletId),
      addresses: newest.assertNonNull(wallet?.addresses),
    };
  }

  async function person() {
    const key = generateP256KeyPair();
    return { ...(await founded(key)), key, client: clientOf(key) };
  }

  test('asks who it is', async () => {
    const { organizationId } = home;
    expect(await asRoot().getWhoami({ organizationId })).toMatchObject({ organizationId, username: 'Root' });
  });

  test('makes a sub-organization with its root user and a wallet', async () => {
    const { client, key, ...made } = await person();
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
      organizationId: home.organizationId,
      parameters: { subOrganizationName: 'Ada', rootUsers: [rootUser('Ada', key)], rootQuorumThreshold: 1 },
    });
    expect(activity.type).toBe('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7');
    const { subOrganizationId } = newest.assertNonNull(activity.result.createSubOrganizationResultV7);
    expect(await clientOf(key).getWhoami({ organizationId: subOrganizationId })).toMatchObject({ username: 'Ada' });
  });

  test('a parent finds and reads its sub-organizations', async () => {
    const { organizationId, userId, key } = await person();
    const found = await asRoot().getSubOrgIds({
      organizationId: home.organizationId,
      filterType: 'PUBLIC_KEY',
      filterValue: key.publicKey,
    });
    expect(found.organizationIds).toEqual([organizationId]);
    const { user } = await asRoot().getUser({ organizationId, userId });
    expect(user.userId).toBe(userId);
  });

  test('makes wallets and accounts, and lists them', async () => {
    const { client, organizationId, walletId, addresses } = await person();
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
    const { client, key, organizationId, addresses } = await person();
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
    const { client, organizationId } = await person();
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
    const { client, organizationId, userId } = await person();
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
    expect(await clientOf(second).getWhoami({ organizationId })).toMatchObject({ userId });
    const type = 'ACTIVITY_TYPE_DELETE_API_KEYS';
    await client.deleteApiKeys({ type, timestampMs: now(), organizationId, parameters: { userId, apiKeyIds } });
    await expect(clientOf(second).getWhoami({ organizationId })).rejects.toMatchObject({
      name: 'TurnkeyRequestError',
      code: 16,
      message: expect.stringContaining('could not find public key in organization or its parent organization'),
    });
  });

  test('logs in by stamp, and the session stands up to its own verification', async () => {
    const { client, organizationId, userId } = await person();
    const session = generateP256KeyPair();
    const { activity } = await client.stampLogin({
      type: 'ACTIVITY_TYPE_STAMP_LOGIN',
      timestampMs: now(),
      organizationId,
      parameters: { publicKey: session.publicKey, expirationSeconds: '600', invalidateExisting: true },
    });
    const token = newest.assertNonNull(activity.result.stampLoginResult).session;
    expect(await verifySessionJwtSignature(token, home.trust.notarizerPublicKey)).toBe(true);
    expect(await verifySessionJwtSignature(token, home.trust.signerPublicKey)).toBe(false);
    expect(await clientOf(session).getWhoami({ organizationId })).toMatchObject({ userId });
  });

  test('waits for a second root user, who approves', async () => {
    const [first, second] = [generateP256KeyPair(), generateP256KeyPair()];
    const { organizationId, addresses } = await founded(first, second);
    const client = clientOf(first);
    const poll = http.createActivityPoller({ client, requestFn: client.signRawPayload, refreshIntervalMs: 10 });
    const request = {
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      timestampMs: now(),
      organizationId,
      parameters: {
        signWith: newest.assertNonNull(addresses[1]),
        payload: 'c0ffee',
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
      },
    } as const;
    const waiting = await poll(request).catch((error: newest.TurnkeyActivityError) => error);
    expect(waiting).toMatchObject({ activityStatus: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', activityType: request.type });
    const { activityId = '' } = waiting as newest.TurnkeyActivityError;
    const { activity } = await clientOf(second).getActivity({ organizationId, activityId });
    expect([activity.canApprove, activity.canReject]).toEqual([true, true]);
    expect(() => newest.assertActivityCompleted(activity)).toThrow(newest.TurnkeyActivityConsensusNeededError);
    const approval = await clientOf(second).approveActivity({
      type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
      timestampMs: now(),
      organizationId,
      parameters: { fingerprint: activity.fingerprint },
    });
    expect(approval.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const { activity: done } = await client.getActivity({ organizationId, activityId });
    expect(newest.getSignatureFromActivity(done).v).toBe('00');
    expect(done.votes).toHaveLength(2);
  });

  test('waits for a second root user, who rejects', async () => {
    const [first, second] = [generateP256KeyPair(), generateP256KeyPair()];
    const { organizationId } = await founded(first, second);
    const { activity } = await clientOf(first).createWallet({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: now(),
      organizationId,
      parameters: { walletName: 'Never', accounts: [ethereum] },
    });
    await clientOf(second).rejectActivity({
      type: 'ACTIVITY_TYPE_REJECT_ACTIVITY',
      timestampMs: now(),
      organizationId,
      parameters: { fingerprint: activity.fingerprint },
    });
    const read = await clientOf(first).getActivity({ organizationId, activityId: activity.id });
    expect(read.activity.status).toBe('ACTIVITY_STATUS_REJECTED');
    expect((await clientOf(first).getWallets({ organizationId })).wallets).toHaveLength(1);
  });

  test('sends a code, verifies it and logs in, as the versions before did', async () => {
    const { organizationId } = home;
    const contact = `${generateP256KeyPair().publicKey.slice(0, 20)}@example.com`;
    const session = generateP256KeyPair();
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
      parameters: { otpId, otpCode: home.inbox.lastCode(contact), publicKey: session.publicKey } as never,
    });
    expect(verify.activity.result.verifyOtpResult?.verificationToken.split('.')).toHaveLength(3);
  });

  describe('reads a refusal', () => {
    test('of a member that is wrong, by its path', async () => {
      const { organizationId } = home;
      const asked = asRoot().createWallet({
        type: 'ACTIVITY_TYPE_CREATE_WALLET',
        timestampMs: now(),
        organizationId,
        parameters: { walletName: '', accounts: [] },
      });
      await expect(asked).rejects.toMatchObject({
        name: 'TurnkeyRequestError',
        code: 3,
        details: expect.arrayContaining([
          expect.objectContaining({
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [expect.objectContaining({ field: 'parameters.walletName' })],
          }),
        ]),
      });
    });

    test('of an activity that failed, and of nothing there', async () => {
      const { client, organizationId } = await person();
      const parameters = { walletId: organizationId, accounts: [ethereum] };
      const type = 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS';
      const asked = client.createWalletAccounts({ type, timestampMs: now(), organizationId, parameters });
      await expect(asked).rejects.toMatchObject({ code: 5, message: expect.stringMatching(/^Turnkey error 5: /) });
      const { activities } = await client.getActivities({ organizationId, filterByStatus: ['ACTIVITY_STATUS_FAILED'] });
      expect(activities[0]?.failure).toMatchObject({ code: 5 });
    });

    test('of a key that nobody knows', async () => {
      const { organizationId } = home;
      const asked = clientOf(generateP256KeyPair()).getWhoami({ organizationId });
      await expect(asked).rejects.toMatchObject({
        code: 16,
        details: expect.arrayContaining([
          {
            '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail',
            turnkeyErrorCode: 'PUBLIC_KEY_NOT_FOUND',
          },
        ]),
      });
    });

    test('of a version that this service does not have', async () => {
      const asked = asRoot().initOtp({
        type: 'ACTIVITY_TYPE_INIT_OTP_V3',
        timestampMs: now(),
        organizationId: home.organizationId,
        parameters: { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'App' },
      });
      await expect(asked).rejects.toMatchObject({ code: 3, message: expect.stringContaining('activity type') });
    });
  });

  test('stamps as its older functions do, which set one key for all', async () => {
    const { publicKey, privateKey } = home.rootApiKey;
    http.init({ apiPublicKey: publicKey, apiPrivateKey: privateKey, baseUrl: home.url });
    const { organizationId } = home;
    expect(await http.TurnkeyApi.getWhoami({ body: { organizationId } })).toMatchObject({ username: 'Root' });
    const create = http.withAsyncPolling({ request: http.TurnkeyApi.createWallet });
    const parameters = { walletName: `Wallet ${now()}`, accounts: [ethereum] };
    const type = 'ACTIVITY_TYPE_CREATE_WALLET';
    const activity = await create({ body: { type, timestampMs: now(), organizationId, parameters } });
    expect(activity.result.createWalletResult?.addresses).toHaveLength(1);
  });
});
