import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import { listActivities } from '../../../src/contract/activities.queries.js';
import { useApproveActivity, useRejectActivity } from '../../../src/hooks/activities.js';
import { useActivity, useApprovals } from '../../../src/hooks/approvals.js';
import { secondRoot } from '../../support/secondRoot.js';
import { openKit } from './kit.js';

test('an activity that waits for my vote appears by itself, and disappears after my vote', async () => {
  const kit = await openKit();
  const { propose } = await secondRoot(kit, await kit.logIn());
  const { result } = kit.render(() => ({
    approvals: useApprovals({ refetchInterval: 100 }),
    count: useApprovals({ select: ({ toDecide }) => toDecide.length }),
    approve: useApproveActivity(),
  }));
  await waitFor(() => expect(result.current.count.data).toBe(0));
  const fingerprint = await propose('Savings');
  await waitFor(() =>
    expect(result.current.approvals.data?.toDecide).toMatchObject([{ fingerprint, canApprove: true }]),
  );
  await act(() => result.current.approve.mutateAsync({ fingerprint }));
  await waitFor(() => expect(result.current.approvals.data).toEqual({ toDecide: [], waitingForOthers: [] }));
  await waitFor(() => expect(result.current.count.data).toBe(0));
});

test('an activity is refetched until it ends, and then no more', async () => {
  const kit = await openKit();
  const { propose } = await secondRoot(kit, await kit.logIn());
  const fingerprint = await propose('Savings');
  const { activities } = await call(kit.client, listActivities, {});
  const activityId = activities.find((activity) => activity.fingerprint === fingerprint)?.id;
  const { result } = kit.render(() => ({
    activity: useActivity(activityId, { select: ({ status }) => status }),
    nobody: useActivity(undefined),
    reject: useRejectActivity(),
  }));
  await waitFor(() => expect(result.current.activity.data).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED'));
  await act(() => result.current.reject.mutateAsync({ fingerprint }));
  await waitFor(() => expect(result.current.activity.data).toBe('ACTIVITY_STATUS_REJECTED'));
  expect(result.current.nobody.fetchStatus).toBe('idle');
});
