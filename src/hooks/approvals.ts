'use client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  type GetActivityResponse,
  getActivity,
  type ListActivitiesResponse,
  listActivities,
} from '../contract/activities.queries.js';
import type { Activity } from '../contract/activities.records.js';
import { hasEnded } from '../contract/hasEnded.js';
import { useKit } from './context.js';
import type { HookError, QueryHookOptions } from './hookTypes.js';
import { rowQueryOptions } from './rowQueryOptions.js';
import { useSelection } from './useSelection.js';
import { useSession } from './useSession.js';

/** Activities that wait for votes, newest first. */
export interface Approvals {
  /** Activities that the person may approve, and has not approved yet. */
  readonly toDecide: readonly Activity[];
  /** Activities that the person has requested or approved, and that wait for others; they may still be rejected. */
  readonly waitingForOthers: readonly Activity[];
}

/**
 * The activities that wait for the person's vote, among the newest hundred pending ones. Refetched every ten seconds while the page is
 * visible (`refetchInterval`); `useApproveActivity` and `useRejectActivity` vote. {@link listActivities}
 *
 * @example
 * const approvals = useApprovals({ select: ({ toDecide }) => toDecide.length })
 */
export function useApprovals<Data = Approvals>({
  session: given,
  select,
  ...options
}: Omit<QueryHookOptions<ListActivitiesResponse, Data>, 'select'> & {
  readonly select?: (approvals: Approvals) => Data;
} = {}): UseQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const selection = useSelection(approvalsOf, select);
  const query = rowQueryOptions(client, listActivities, waiting, given ?? active);
  return useQuery({ ...query, refetchInterval: 10_000, ...options, select: selection }, queryClient);
}

/**
 * Follows one activity to its end: refetched every two seconds until it is completed, failed or rejected. {@link getActivity}
 *
 * @param activityId - without one, nothing is requested.
 */
export function useActivity<Data = Activity>(
  activityId: string | undefined,
  {
    session: given,
    select,
    ...options
  }: Omit<QueryHookOptions<GetActivityResponse, Data>, 'select'> & {
    readonly select?: (activity: Activity) => Data;
  } = {},
): UseQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const selection = useSelection(activityOf, select);
  const query = rowQueryOptions(client, getActivity, { activityId: activityId ?? '' }, given ?? active);
  return useQuery(
    {
      ...query,
      enabled: query.enabled && activityId !== undefined,
      refetchInterval: ({ state }) => (state.data && hasEnded(state.data.activity) ? false : 2_000),
      ...options,
      select: selection,
    },
    queryClient,
  );
}

const waiting = { filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const], paginationOptions: { limit: '100' } };

// A constant function, so that the cache does not select again.
const activityOf = ({ activity }: GetActivityResponse): Activity => activity;
const approvalsOf = ({ activities }: ListActivitiesResponse): Approvals => ({
  toDecide: activities.filter(({ canApprove }) => canApprove),
  waitingForOthers: activities.filter(({ canApprove, canReject }) => canReject && !canApprove),
});
