import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity, rejectActivity } from '../../../../src/contract/activities.js';
import { getActivity, listActivities } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { listWallets } from '../../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey, verify } from '../../../../src/crypto/p256.js';
import { verifyStamp } from '../../../../src/stampers/stamp.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import {
  act,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope } from '../../../support/wire.js';

const dayMs = 24 * 60 * 60_000;

describe.each(databases)('T-50 on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    [ada, bob] = users as [Party, Party];
  });

  let names = 0;
  /** Ada asks for a wallet, which needs Bob too. */
  const propose = (accounts: object[] = []) => {
    names += 1;
    return act(service, ada, createWallet, { walletName: `Wallet ${names}`, accounts });
  };
  const read = async (by: Party, { id, organizationId }: Activity) => {
    const request = { organizationId, activityId: id };
    return (await ask<{ activity: Activity }>(service, by.key, getActivity, request)).activity;
  };
  const approve = (by: Party, { fingerprint }: Activity) => act(service, by, approveActivity, { fingerprint });
  const reject = (by: Party, { fingerprint }: Activity) => act(service, by, rejectActivity, { fingerprint });
  const wallets = async () => {
    const { organizationId } = ada;
    return (await ask<{ wallets: object[] }>(service, ada.key, listWallets, { organizationId })).wallets;
  };

  test('an activity waits for consensus, and shows each user whether they may vote', async () => {
    const waiting = await propose();
    expect(waiting).toMatchObject({
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      result: {},
      canApprove: false,
      canReject: true,
      votes: [{ userId: ada.userId, selection: 'VOTE_SELECTION_APPROVED' }],
    });
    expect(waiting).not.toHaveProperty('failure');
    expect(await read(ada, waiting)).toEqual(waiting);
    expect(await read(bob, waiting)).toMatchObject({ canApprove: true, canReject: true });
    const member = await makeMember(service, ada.organizationId, service.organizationId);
    expect(await read(member, waiting)).toMatchObject({ canApprove: false, canReject: false });
    expect(await read(await rootOf(service), waiting)).toMatchObject({ canApprove: false, canReject: false });
    expect(await wallets()).toEqual([]);
  });

  test('the approval that completes the quorum executes it, once', async () => {
    const waiting = await propose();
    const approval = await approve(bob, waiting);
    expect(approval).toMatchObject({
      status: 'ACTIVITY_STATUS_COMPLETED',
      type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
      intent: { approveActivityIntent: { fingerprint: waiting.fingerprint } },
      result: {},
    });
    const executed = await read(bob, waiting);
    expect(executed).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED', canApprove: false, canReject: false });
    expect(executed.result.createWalletResult).toMatchObject({ walletId: expect.any(String), addresses: [] });
    expect(executed.votes.map(({ userId }) => userId)).toEqual([ada.userId, bob.userId]);
    expect(await wallets()).toHaveLength(1);
    await expect(approve(bob, waiting)).rejects.toMatchObject({ code: 'ACTIVITY_NOT_PENDING' });
    await expect(reject(ada, waiting)).rejects.toMatchObject({ code: 'ACTIVITY_NOT_PENDING' });
    expect(await wallets()).toHaveLength(1);
  });

  test('two who vote at one instant send the same bytes: the second is told, and votes again', async () => {
    const { users } = await makeSubOrganization(service, { roots: 3, threshold: 3 });
    const [grace, ...others] = users as [Party, Party, Party];
    const { organizationId } = grace;
    for (const row of [approveActivity, rejectActivity]) {
      names += 1;
      const waiting = await act(service, grace, createWallet, { walletName: `Wallet ${names}`, accounts: [] });
      service.clock.advanceMs(1);
      const body = envelope(service, row, organizationId, { fingerprint: waiting.fingerprint });
      const sent = await Promise.all(others.map(({ key }) => sendStamped(service, key, row, body)));
      expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
      const first = others[sent.findIndex(({ ok }) => ok)] as Party;
      const second = others.find((each) => each !== first) as Party;
      const again = await sendStamped(service, second.key, row, body);
      expect((await again.json()).details[0].reason).toBe('VOTE_NOT_COUNTED');
      // Who cast it gets it again, as ever.
      expect((await sendStamped(service, first.key, row, body)).status).toBe(200);
      const ids = (await read(grace, waiting)).votes.map(({ userId }) => userId);
      expect(ids).toEqual([grace.userId, first.userId]);
      if (row !== approveActivity) continue;
      await approve(second, waiting);
      expect(await read(grace, waiting)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
    }
  });

  test('one rejection ends it', async () => {
    const waiting = await propose();
    await reject(bob, waiting);
    expect(await read(ada, waiting)).toMatchObject({
      status: 'ACTIVITY_STATUS_REJECTED',
      canApprove: false,
      canReject: false,
      votes: [{ selection: 'VOTE_SELECTION_APPROVED' }, { selection: 'VOTE_SELECTION_REJECTED', userId: bob.userId }],
    });
    await expect(approve(bob, waiting)).rejects.toMatchObject({ code: 'ACTIVITY_NOT_PENDING' });
    expect(await wallets()).toEqual([]);
  });

  test('its requester may withdraw it by rejecting it', async () => {
    const waiting = await propose();
    await reject(ada, waiting);
    expect((await read(ada, waiting)).status).toBe('ACTIVITY_STATUS_REJECTED');
  });

  test('a vote counts once per user, whatever the key and however often', async () => {
    const waiting = await propose();
    const session = await createSigningKey();
    await done(service, ada, stampLogin, { publicKey: session.publicKey });
    await approve(ada, waiting);
    await approve({ ...ada, key: session }, waiting);
    const still = await read(ada, waiting);
    expect(still).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', votes: [{ userId: ada.userId }] });
    await approve(bob, waiting);
    expect((await read(ada, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('an approval counts for the activity that it was given to, and for no other that waits', async () => {
    const waiting = await propose();
    const another = await act(service, bob, createWallet, { walletName: 'Of Bob', accounts: [] });
    await approve(ada, waiting);
    await approve(bob, another);
    for (const each of [waiting, another])
      expect((await read(ada, each)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await wallets()).toEqual([]);
  });

  test('the identical bytes, stamped by the other user, return the activity and are no vote', async () => {
    const body = envelope(service, createWallet, ada.organizationId, { walletName: 'Same', accounts: [] });
    const first = (await (await sendStamped(service, ada.key, createWallet, body)).json()).activity;
    const second = (await (await sendStamped(service, bob.key, createWallet, body)).json()).activity;
    expect(second).toEqual({ ...first, canApprove: true });
    expect(await wallets()).toEqual([]);
  });

  test('approvals lapse after 24 hours, and must be given again', async () => {
    const waiting = await propose();
    service.clock.advanceMs(dayMs);
    expect(await read(ada, waiting), 'her approval has lapsed').toMatchObject({ canApprove: true });
    await approve(bob, waiting);
    const reopened = await read(ada, waiting);
    expect(reopened).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', canApprove: true });
    expect(reopened.votes.map(({ userId }) => userId)).toEqual([bob.userId]);
    await approve(ada, waiting);
    expect((await read(ada, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await wallets()).toHaveLength(1);
  });

  test('a millisecond before, they hold', async () => {
    const waiting = await propose();
    service.clock.advanceMs(dayMs - 2);
    await approve(bob, waiting);
    expect((await read(ada, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('the window moves with each round, and approvals of two rounds never add up', async () => {
    const waiting = await propose();
    for (const voter of [bob, ada, bob]) {
      service.clock.advanceMs(dayMs);
      await approve(voter, waiting);
      expect((await read(ada, waiting)).votes.map(({ userId }) => userId)).toEqual([voter.userId]);
    }
    expect(await wallets()).toEqual([]);
  });

  test('an unknown fingerprint, and one of another organization, are not found alike', async () => {
    const other = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const foreign = await act(service, other.users[0], createWallet, { walletName: 'Foreign', accounts: [] });
    const unknown = { fingerprint: `sha256:${'0'.repeat(64)}` };
    for (const row of [approveActivity, rejectActivity]) {
      for (const { fingerprint } of [foreign, unknown]) {
        await expect(act(service, bob, row, { fingerprint })).rejects.toMatchObject({
          code: 'ACTIVITY_NOT_FOUND',
          status: 404,
          message: expect.stringMatching(/^No activity found with/),
        });
      }
    }
    expect((await read(other.users[0], foreign)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  });

  test('only root users of the organization itself vote', async () => {
    const waiting = await propose();
    const member = await makeMember(service, ada.organizationId, service.organizationId);
    for (const row of [approveActivity, rejectActivity]) {
      await refusedAs('NOT_AUTHORIZED', service, member, row, { fingerprint: waiting.fingerprint });
      const parent = { ...(await rootOf(service)), organizationId: ada.organizationId };
      await refusedAs('ORGANIZATION_MISMATCH', service, parent, row, { fingerprint: waiting.fingerprint });
    }
    expect((await read(ada, waiting)).votes).toHaveLength(1);
  });

  test('the approval of a user who was removed no longer counts', async () => {
    const { users, organizationId } = await makeSubOrganization(service, { roots: 3, threshold: 2 });
    const [first, second, third] = users as [Party, Party, Party];
    const waiting = await act(service, first, createWallet, { walletName: 'Three', accounts: [] });
    const { db } = service.service.tools.store;
    await db
      .deleteFrom('users')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', first.userId)
      .execute();
    await approve(second, waiting);
    expect((await read(second, waiting)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await expect(approve(first, waiting)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    await reject(third, waiting);
  });

  test('a target that fails when executed is FAILED with its error, and the approval is COMPLETED', async () => {
    const before = await contentsOf(service.service.tools.store);
    const waiting = await propose([
      { curve: 'CURVE_ED25519', pathFormat: 'PATH_FORMAT_BIP32', path: 'm/0', addressFormat: 'ADDRESS_FORMAT_SOLANA' },
    ]);
    const approval = await approve(bob, waiting);
    expect(approval.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await read(bob, waiting)).toMatchObject({
      status: 'ACTIVITY_STATUS_FAILED',
      failure: { code: 3, details: [{ reason: 'PATH_NOT_HARDENED' }, { turnkeyErrorCode: 'REQUEST_INVALID' }] },
      result: {},
      votes: [{ userId: ada.userId }, { userId: bob.userId }],
    });
    const after = await contentsOf(service.service.tools.store);
    expect(after.wallets).toEqual(before.wallets);
    expect(after.activities?.length).toBe((before.activities?.length ?? 0) + 2);
  });

  test('of concurrent approvals one executes the activity', async () => {
    const { users } = await makeSubOrganization(service, { roots: 5, threshold: 3 });
    const waiting = await act(service, users[0], createWallet, { walletName: 'Race', accounts: [] });
    const votes = await Promise.allSettled(users.slice(1).map((voter) => approve(voter, waiting)));
    const read3 = await read(users[0], waiting);
    expect(read3.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const late = votes.flatMap((vote) => (vote.status === 'rejected' ? [vote.reason.code] : []));
    expect(late).toEqual(['ACTIVITY_NOT_PENDING', 'ACTIVITY_NOT_PENDING']);
    expect(read3.votes).toHaveLength(3);
    const { wallets: rows } = await contentsOf(service.service.tools.store);
    expect(rows?.filter((row) => row.includes('"Race"'))).toHaveLength(1);
  });

  test('of a concurrent approval and rejection one decides', async () => {
    const waiting = await propose();
    const [approval, rejection] = await Promise.allSettled([approve(bob, waiting), reject(ada, waiting)]);
    const { status } = await read(ada, waiting);
    expect([approval.status, rejection.status].sort()).toEqual(['fulfilled', 'rejected']);
    const isApproved = approval.status === 'fulfilled';
    expect(status).toBe(isApproved ? 'ACTIVITY_STATUS_COMPLETED' : 'ACTIVITY_STATUS_REJECTED');
    expect(await wallets()).toHaveLength(isApproved ? 1 : 0);
  });

  test('every vote can be verified by a third party: message, signature and key', async () => {
    const waiting = await propose();
    await approve(bob, waiting);
    const { activities } = await ask<{ activities: Activity[] }>(service, ada.key, listActivities, {
      organizationId: ada.organizationId,
    });
    const votes = activities.flatMap((activity) => activity.votes);
    expect(votes).toHaveLength(3);
    for (const { message, publicKey, signature, scheme, user, userId } of votes) {
      const stamp = { publicKey, signature, scheme: scheme as 'SIGNATURE_SCHEME_TK_API_P256' };
      expect(await verifyStamp(stamp, utf8(message), verify)).toBe(true);
      expect(await verifyStamp(stamp, utf8(`${message} `), verify)).toBe(false);
      expect(user).toMatchObject({ userId, apiKeys: [{ credential: { publicKey } }] });
    }
    const target = await read(ada, waiting);
    expect(JSON.parse(target.votes[0]?.message ?? '')).toMatchObject({ type: createWallet.versions.V1.type });
    expect(JSON.parse(target.votes[1]?.message ?? '')).toMatchObject({
      type: approveActivity.versions.V1.type,
      parameters: { fingerprint: waiting.fingerprint },
    });
  });
});
