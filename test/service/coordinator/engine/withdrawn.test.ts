import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { getActivity } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { createAuthenticators, deleteAuthenticators } from '../../../../src/contract/authenticators.js';
import { deleteApiKeys } from '../../../../src/contract/credentials.js';
import { emailAuth } from '../../../../src/contract/mailKeys.js';
import { createOauthProviders, deleteOauthProviders } from '../../../../src/contract/oauth.js';
import { initOtpAuth, otpAuth } from '../../../../src/contract/otpAuth.js';
import { proxyOtpLogin } from '../../../../src/contract/proxy.js';
import { readRefusal } from '../../../../src/contract/readRefusal.js';
import type { ActivityRow } from '../../../../src/contract/row.js';
import { createReadWriteSession, stampLogin } from '../../../../src/contract/sessions.js';
import { updateUserEmail } from '../../../../src/contract/userContacts.js';
import { deleteUsers } from '../../../../src/contract/users.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { guardedOutbound } from '../../../../src/service/node/guardedOutbound.js';
import { attestedStamper } from '../../../../src/stampers/attestedStamp.js';
import { createTestClock } from '../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../../support/issuer.js';
import { newTarget } from '../../../support/mailedKeys.js';
import {
  act,
  done,
  makeMember,
  makeSubOrganization,
  newKey,
  type Party,
  refusedAs,
  rootOf,
} from '../../../support/parties.js';
import { createPasskey } from '../../../support/passkey.js';
import { databases } from '../../../support/stores.js';
import { ask, callProxy, envelope, loginRequest, post, verifiedToken } from '../../../support/wire.js';

const dayMs = 24 * 60 * 60_000;

/** A session of a user. */
type Session = Party & { readonly apiKeyId: string };

describe.each(databases)('A-68 what waits belongs to its credential, on $name', ({ open }) => {
  const clock = createTestClock();
  let service: TestService;
  let issuer: TestIssuer;
  let ada: Party;
  let bob: Party;
  let cleo: Party;
  beforeAll(async () => {
    issuer = await startIssuer(clock);
    service = await createTestService({
      clock,
      store: await open(),
      outbound: guardedOutbound('public and loopback'),
      config: { ...issuer.config, codesPerContactAndAddress: { most: 10_000, windowSeconds: 1 } },
    });
  });
  afterAll(async () => {
    await service.close();
    await issuer.close();
  });
  beforeEach(async () => {
    [ada, bob, cleo] = (await makeSubOrganization(service, { roots: 3, threshold: 3 })).users as [Party, Party, Party];
  });

  let wallets = 0;
  /** Asks for a wallet, which all three must approve. */
  async function propose(by: Party): Promise<Activity> {
    wallets += 1;
    const waiting = await act(service, by, createWallet, { walletName: `Wallet ${wallets}`, accounts: [] });
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    return waiting;
  }
  async function read({ id, organizationId }: Activity): Promise<Activity> {
    const request = { organizationId, activityId: id };
    return (await ask<{ activity: Activity }>(service, bob.key, getActivity, request)).activity;
  }
  async function expectWithdrawn(...waiting: Activity[]): Promise<void> {
    for (const each of waiting) {
      const { status, failure } = await read(each);
      expect(status).toBe('ACTIVITY_STATUS_FAILED');
      expect(JSON.stringify(failure)).toContain('NOT_AUTHORIZED');
      await refusedAs('ACTIVITY_NOT_PENDING', service, bob, approveActivity, { fingerprint: each.fingerprint });
    }
  }
  async function expectCompletes(...waiting: Activity[]): Promise<void> {
    for (const each of waiting) {
      for (const by of [bob, cleo]) await approve(by, each);
      expect((await read(each)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    }
  }
  const approve = (by: Party, { fingerprint }: Activity) => act(service, by, approveActivity, { fingerprint });
  const votersOf = async (activity: Activity) => (await read(activity)).votes.map(({ userId }) => userId);
  const idOf = async ({ publicKey }: { publicKey: string }): Promise<string> =>
    (
      await service.service.tools.store.db
        .selectFrom('credentials')
        .select('credential_id')
        .where('lookup_key', '=', publicKey)
        .executeTakeFirstOrThrow()
    ).credential_id;
  /** By a key it is a login, by a session a renewal. */
  async function logIn(by: Party, more: object = {}): Promise<Session> {
    const key = await createSigningKey();
    const request = { publicKey: key.publicKey, expirationSeconds: '86400', ...more };
    await done(service, by, stampLogin, request);
    return { ...by, key, apiKeyId: await idOf(key) };
  }
  const logOut = (by: Party, ...ended: Session[]) =>
    done(service, by, deleteApiKeys, {
      userId: ada.userId,
      apiKeyIds: ended.map(({ apiKeyId }) => apiKeyId),
    });

  test('of a stolen key that its owner deletes nothing can be approved any more, and its votes are taken back', async () => {
    const stolen = { ...ada, key: await newKey(service, ada, ada.userId) };
    const [his, hers, bobs] = [await propose(stolen), await propose(ada), await propose(bob)];
    await approve(stolen, bobs);
    expect(await votersOf(bobs)).toEqual([bob.userId, ada.userId]);
    await done(service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds: [await idOf(stolen.key)] });
    expect(await votersOf(bobs)).toEqual([bob.userId]);
    await expectWithdrawn(his);
    await expectCompletes(hers);
    await approve(cleo, bobs);
    expect((await read(bobs)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await approve(ada, bobs);
    expect((await read(bobs)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test("a request stays its credential's, whatever its user approves it by later, and after its votes have lapsed", async () => {
    const stolen = { ...ada, key: await newKey(service, ada, ada.userId) };
    const [early, late] = [await propose(stolen), await propose(ada)];
    await approve(ada, early);
    await approve(stolen, late);
    service.clock.advanceMs(dayMs);
    const lapsed = await propose(stolen);
    service.clock.advanceMs(dayMs);
    await approve(bob, lapsed);
    expect(await votersOf(lapsed)).toEqual([bob.userId]);
    await approve(stolen, late);
    await done(service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds: [await idOf(stolen.key)] });
    await expectWithdrawn(early, lapsed);
    expect(await votersOf(late)).toEqual([]);
    await approve(ada, late);
    await expectCompletes(late);
  });

  test('what was withdrawn makes room for what its user asks next', async () => {
    const stolen = { ...ada, key: await newKey(service, ada, ada.userId) };
    for (let count = 0; count < 10; count += 1) await propose(stolen);
    await refusedAs('TOO_MANY_PENDING', service, ada, createWallet, { walletName: 'One more', accounts: [] });
    await done(service, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds: [await idOf(stolen.key)] });
    await propose(ada);
  });

  test('a passkey that is deleted takes what waits of it along', async () => {
    const passkey = await createPasskey();
    const { authenticatorIds } = await done(service, ada, createAuthenticators, {
      userId: ada.userId,
      authenticators: [await passkey.register()],
    });
    const byPasskey = async (row: ActivityRow, parameters: object): Promise<Activity> => {
      service.clock.advanceMs(1);
      const body = envelope(service, row, ada.organizationId, parameters);
      const response = await post(service, row.path, body, await passkey.stamp(body));
      return (await response.json()).activity;
    };
    const bobs = await propose(bob);
    const hers = await byPasskey(createWallet, { walletName: 'By passkey', accounts: [] });
    await byPasskey(approveActivity, { fingerprint: bobs.fingerprint });
    expect(await votersOf(bobs)).toEqual([bob.userId, ada.userId]);
    await done(service, ada, deleteAuthenticators, { userId: ada.userId, authenticatorIds });
    await expectWithdrawn(hers);
    expect(await votersOf(bobs)).toEqual([bob.userId]);
  });

  test('a vote by an identity or an address is taken back when that leaves the user, and not before', async () => {
    const identity = await createSigningKey();
    const claims = { sub: `ada-${ada.userId}` };
    const { providerIds } = await done(service, ada, createOauthProviders, {
      userId: ada.userId,
      oauthProviders: [{ providerName: 'Example ID', oidcToken: await issuer.token(ada.key.publicKey, claims) }],
    });
    const address = `${ada.userId}@example.com`;
    const { token: proof } = await verifiedToken(service, address);
    await done(service, ada, updateUserEmail, { userId: ada.userId, userEmail: address, verificationToken: proof });
    const [byIdentity, byAddress] = [await propose(bob), await propose(bob)];
    const vote = async ({ fingerprint }: Activity, stamper: ReturnType<typeof attestedStamper>) => {
      service.clock.advanceMs(1);
      const body = envelope(service, approveActivity, ada.organizationId, { fingerprint });
      const { name, value } = await stamper.stamp(utf8(body));
      const response = await post(service, approveActivity.path, body, { [name]: value });
      const answer = await response.json();
      if (!response.ok) throw readRefusal(response.status, answer, null);
    };
    const oidcToken = await issuer.token(identity.publicKey, { ...claims, jti: 'vote' });
    await vote(byIdentity, attestedStamper(identity, oidcToken, 'STAMP_ATTESTED_SCHEME_P256_OIDC'));
    const code = await verifiedToken(service, address);
    await vote(byAddress, attestedStamper(code.key, code.token, 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN'));
    const voters = async () => [await votersOf(byIdentity), await votersOf(byAddress)];
    const [both, bobAlone] = [[bob.userId, ada.userId], [bob.userId]];
    expect(await voters()).toEqual([both, both]);
    await done(service, ada, deleteOauthProviders, { userId: ada.userId, providerIds });
    expect(await voters()).toEqual([bobAlone, both]);
    const next = `next-${address}`;
    const { token: nextProof } = await verifiedToken(service, next);
    await done(service, ada, updateUserEmail, { userId: ada.userId, userEmail: next, verificationToken: nextProof });
    expect(await voters()).toEqual([bobAlone, bobAlone]);
  });

  test('a session asks, is renewed twice and logged out: what it asked for completes when the others approve', async () => {
    const first = await logIn(ada);
    const [asked, bobs] = [await propose(first), await propose(bob)];
    await approve(first, bobs);
    const second = await logIn(first);
    await logOut(second, first);
    const third = await logIn(second);
    await logOut(third, second);
    await logOut(third, third);
    expect(await votersOf(bobs)).toEqual([bob.userId, ada.userId]);
    await expectCompletes(asked);
  });

  test('a session that another login or credential ends takes along what waits of its login, renewed or not', async () => {
    for (const by of ['key', 'session'] as const) {
      const [first, other] = [await logIn(ada), await logIn(ada)];
      const [asked, others] = [await propose(first), await propose(other)];
      const renewed = await logIn(first);
      await logOut(renewed, first);
      await logOut(by === 'key' ? ada : other, renewed);
      await expectWithdrawn(asked);
      await expectCompletes(others);
    }
  });

  test('logged out everywhere, a session takes along what waits of every session, of ended ones, too, and its own', async () => {
    const [ended, other, own] = [await logIn(ada, { expirationSeconds: '60' }), await logIn(ada), await logIn(ada)];
    const [byEnded, byOther, byOwn, byKey] = [
      await propose(ended),
      await propose(other),
      await propose(own),
      await propose(ada),
    ];
    service.clock.advanceMs(60_000);
    await logOut(own, other, own);
    await expectWithdrawn(byEnded, byOther, byOwn);
    await expectCompletes(byKey);
  });

  test('what a key asked for that was renewed out of a session is withdrawn when the older one deletes it, or logs out everywhere', async () => {
    for (const everywhere of [false, true]) {
      const own = await logIn(ada);
      const stolen = await logIn(own);
      const bobs = await propose(bob);
      await approve(stolen, bobs);
      const [hers, his] = [await propose(own), await propose(stolen)];
      await logOut(own, stolen, ...(everywhere ? [own] : []));
      await expectWithdrawn(his);
      expect(await votersOf(bobs)).toEqual([bob.userId]);
      if (everywhere) await expectWithdrawn(hers);
      else await expectCompletes(hers);
    }
  });

  test('what a newer key of the own login asked for is withdrawn, too, when its approvals have lapsed', async () => {
    const own = await logIn(ada, { expirationSeconds: '259200' });
    const stolen = await logIn(own, { expirationSeconds: '259200' });
    const his = await propose(stolen);
    service.clock.advanceMs(dayMs);
    await approve(bob, his);
    expect(await votersOf(his)).toEqual([bob.userId]);
    await logOut(own, stolen);
    await expectWithdrawn(his);
  });

  test('a session that ends several others, but not itself, keeps what waits of it', async () => {
    const [ended, one, two, own] = [
      await logIn(ada, { expirationSeconds: '60' }),
      await logIn(ada),
      await logIn(ada),
      await logIn(ada),
    ];
    const [byEnded, byOne, byOwn] = [await propose(ended), await propose(one), await propose(own)];
    service.clock.advanceMs(60_000);
    await logOut(own, one, two);
    await expectWithdrawn(byEnded, byOne);
    await expectCompletes(byOwn);
  });

  test('invalidateExisting takes along what waits of every session, of ended ones, too, but not of the one that stamps', async () => {
    const [ended, own, other] = [await logIn(ada, { expirationSeconds: '60' }), await logIn(ada), await logIn(ada)];
    const [byEnded, byOwn, byOther] = [await propose(ended), await propose(own), await propose(other)];
    service.clock.advanceMs(60_000);
    const renewed = await logIn(own, { invalidateExisting: true });
    await expectWithdrawn(byEnded, byOther);
    await expectCompletes(byOwn);
    const byRenewed = await propose(renewed);
    const byKey = await propose(ada);
    await logIn(ada, { invalidateExisting: true });
    await expectWithdrawn(byRenewed);
    await expectCompletes(byKey);
  });

  test('each way to invalidate sessions takes along what waits of all of them', async () => {
    const address = `${ada.userId}@example.com`;
    const { token: proof } = await verifiedToken(service, address);
    await done(service, ada, updateUserEmail, { userId: ada.userId, userEmail: address, verificationToken: proof });
    const byParent = { ...(await rootOf(service)), organizationId: ada.organizationId };
    const { targetPublicKey } = await newTarget();
    const ended = { targetPublicKey, invalidateExisting: true };
    const ways = {
      byMail: () =>
        done(service, byParent, emailAuth, { ...ended, email: address, emailCustomization: { appName: 'A' } }),
      async byCode() {
        await service.service.deliver();
        const code = { otpType: 'OTP_TYPE_EMAIL', contact: address, appName: 'A' } as const;
        const { otpId } = await done(service, byParent, initOtpAuth, code);
        await service.service.deliver();
        await done(service, byParent, otpAuth, { ...ended, otpId, otpCode: service.inbox.lastCode(address) ?? '' });
      },
      byKey: () => done(service, ada, createReadWriteSession, { ...ended, userId: ada.userId }),
      async byToken() {
        const { token, key } = await verifiedToken(service, address);
        const login = await loginRequest(token, key, ada.organizationId);
        await callProxy(service, proxyOtpLogin, { ...login, invalidateExisting: true });
      },
    };
    for (const end of Object.values(ways)) {
      const [bySession, byKey] = [await propose(await logIn(ada)), await propose(ada)];
      await end();
      await expectWithdrawn(bySession);
      await expectCompletes(byKey);
    }
  });

  test('neither the end of one user’s sessions nor that user’s own takes along what others have asked for', async () => {
    const [ofAda, ofBob] = [await logIn(ada), await logIn(bob)];
    const [byAda, byBob] = [await propose(ofAda), await propose(ofBob)];
    await logIn(ada, { invalidateExisting: true });
    await expectWithdrawn(byAda);
    const { userId } = await makeMember(service, ada.organizationId, service.organizationId);
    const deletion = await act(service, ada, deleteUsers, { userIds: [userId] });
    for (const by of [bob, cleo]) await approve(by, deletion);
    expect((await read(deletion)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    for (const by of [ada, cleo]) await approve(by, byBob);
    expect((await read(byBob)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('neither its end nor the making of room for an eleventh key withdraws what a session asked for', async () => {
    const [brief, oldest] = [await logIn(ada, { expirationSeconds: '60' }), await logIn(ada)];
    const [byBrief, byOldest] = [await propose(brief), await propose(oldest)];
    service.clock.advanceMs(60_000);
    for (let count = 0; count < 10; count += 1) await logIn(ada);
    const { organizationId } = ada;
    await expect(ask(service, oldest.key, whoami, { organizationId })).rejects.toMatchObject({
      code: 'PUBLIC_KEY_NOT_FOUND',
    });
    await expectCompletes(byBrief, byOldest);
  });

  test('a deletion that waited itself is by the login that asked for it, and not among what it withdraws', async () => {
    const [own, others] = [await logIn(bob), await logIn(ada)];
    const asked = await propose(others);
    const deletion = await act(service, own, deleteApiKeys, { userId: ada.userId, apiKeyIds: [others.apiKeyId] });
    expect(deletion.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    for (const by of [ada, cleo]) await approve(by, deletion);
    expect((await read(deletion)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    await expectWithdrawn(asked);
  });
});
