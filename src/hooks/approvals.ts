'use client';
import {
  type InfiniteData,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { ask } from '../client/ask.js';
import type { Client } from '../client/createClient.js';
import { type GetActivityResponse, getActivity, listActivities } from '../contract/activities.queries.js';
import type { Activity } from '../contract/activities.records.js';
import { hasEnded } from '../contract/hasEnded.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import { queryDefaults } from './defaults.js';
import type { HookError, QueryHookOptions } from './hookTypes.js';
import { answerKey, type QueryKey } from './queryKeys.js';
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

/** The options of {@link useApprovals}: those of `useInfiniteQuery` (`enabled`, `refetchInterval` …), and the session. */
export interface ApprovalsOptions<Data = Approvals>
  extends Omit<
    UseInfiniteQueryOptions<WaitingPage, HookError, Data, QueryKey, PageParam>,
    'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam' | 'getPreviousPageParam' | 'select'
  > {
  readonly session?: Session | undefined;
  readonly select?: (approvals: Approvals) => Data;
}

/**
 * The activities that wait for the person's vote, among the newest hundred pending ones; if `hasNextPage`, there are more, and
 * `fetchNextPage` reads another hundred. Refetched every ten seconds a page while the page is visible (`refetchInterval`);
 * `useApproveActivity` and `useRejectActivity` vote. {@link listActivities}
 *
 * @example
 * const { data: count = 0, hasNextPage } = useApprovals({ select: ({ toDecide }) => toDecide.length })
 * const badge = hasNextPage ? `${count}+` : count
 */
export function useApprovals<Data = Approvals>({
  session: given,
  select,
  ...options
}: ApprovalsOptions<Data> = {}): UseInfiniteQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const session = given ?? active;
  const selection = useSelection(approvalsOf, select);
  return useInfiniteQuery(
    {
      ...queryDefaults,
      queryKey: answerKey(client, session, 'approvals'),
      queryFn: ({ signal, pageParam }) => readWaiting(client, session, signal, pageParam),
      initialPageParam: undefined,
      getNextPageParam: ({ activities, isLast }) => (isLast ? undefined : activities.at(-1)?.id),
      enabled: session !== undefined,
      refetchInterval: ({ state }) => 10_000 * (state.data?.pages.length ?? 1),
      ...options,
      select: selection,
    },
    queryClient,
  );
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

/** Up to a hundred pending activities. */
type WaitingPage = { readonly activities: readonly Activity[]; readonly isLast: boolean };

/** The id of the last activity of the page before. */
type PageParam = string | undefined;

const size = 100;

/** Reads on where the service sends a short page, and one activity further than it returns, to know whether there are more. */
async function readWaiting(
  client: Client,
  session: Session | undefined,
  signal: AbortSignal,
  before: PageParam,
): Promise<WaitingPage> {
  const activities: Activity[] = [];
  while (activities.length <= size) {
    const after = activities.at(-1)?.id ?? before;
    const limit = String(Math.min(size, size + 1 - activities.length));
    const request = { filterByStatus, paginationOptions: { limit, ...(after !== undefined && { after }) } };
    const more = (await ask(client, listActivities, request, { signal, session })).activities;
    if (more.length === 0) return { activities, isLast: true };
    activities.push(...more);
  }
  return { activities: activities.slice(0, size), isLast: false };
}

const filterByStatus = ['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const];

// A constant function, so that the cache does not select again.
const activityOf = ({ activity }: GetActivityResponse): Activity => activity;

function approvalsOf({ pages }: InfiniteData<WaitingPage>): Approvals {
  const activities = pages.flatMap((page) => page.activities);
  return {
    toDecide: activities.filter(({ canApprove }) => canApprove),
    waitingForOthers: activities.filter(({ canApprove, canReject }) => canReject && !canApprove),
  };
}
