import { generateP256KeyPair } from '@turnkey/crypto';
import * as newest from '@turnkey/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loopback, openLoopback } from './loopback.js';
import { clientOf, ethereum, founded, now, versions } from './visit.js';

let loopback: Loopback;
beforeAll(async () => {
  loopback = await openLoopback();
});
afterAll(() => loopback.close());

describe.each(versions)('@turnkey/http $version', ({ http }) => {
  test('waits for a second root user, who approves', async () => {
    const [first, second] = [generateP256KeyPair(), generateP256KeyPair()];
    const { organizationId, addresses } = await founded(loopback, http, first, second);
    const client = clientOf(loopback, http, first);
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
    const { activity } = await clientOf(loopback, http, second).getActivity({ organizationId, activityId });
    expect([activity.canApprove, activity.canReject]).toEqual([true, true]);
    expect(() => newest.assertActivityCompleted(activity)).toThrow(newest.TurnkeyActivityConsensusNeededError);
    const approval = await clientOf(loopback, http, second).approveActivity({
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
    const { organizationId } = await founded(loopback, http, first, second);
    const { activity } = await clientOf(loopback, http, first).createWallet({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: now(),
      organizationId,
      parameters: { walletName: 'Never', accounts: [ethereum] },
    });
    await clientOf(loopback, http, second).rejectActivity({
      type: 'ACTIVITY_TYPE_REJECT_ACTIVITY',
      timestampMs: now(),
      organizationId,
      parameters: { fingerprint: activity.fingerprint },
    });
    const read = await clientOf(loopback, http, first).getActivity({ organizationId, activityId: activity.id });
    expect(read.activity.status).toBe('ACTIVITY_STATUS_REJECTED');
    expect((await clientOf(loopback, http, first).getWallets({ organizationId })).wallets).toHaveLength(1);
  });
});
