'use client';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { ask } from '../client/ask.js';
import { type ListActivitiesResponse, listActivities } from '../contract/activities.queries.js';
import type { Activity } from '../contract/activities.records.js';
import { hasEnded } from '../contract/hasEnded.js';
import { useKit } from './context.js';
import { queryDefaults } from './defaults.js';
import type { HookError } from './hookTypes.js';
import { answerKey } from './queryKeys.js';
import { useSession } from './useSession.js';

/** What follows an activity, as far as it is known and can change no more: then it is not asked for again. */
function endedAfter(id: string | undefined, known: readonly ListActivitiesResponse[], size: number): Activity[] {
  const all = known.flatMap(({ activities }) => activities);
  const at = id === undefined ? -1 : all.findIndex((activity) => activity.id === id);
  const next = at < 0 ? [] : all.slice(at + 1, at + 1 + size);
  return next.every(hasEnded) ? next : [];
}

/**
 * The activities of the organization, newest first, `size` at a time. A page may be shorter than that and not be the last one, which is
 * empty. {@link listActivities}
 *
 * @param types - only those of these types. Default: all.
 */
export function useActivityPages(
  size: number,
  types?: readonly string[],
): UseInfiniteQueryResult<InfiniteData<ListActivitiesResponse>, HookError> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  return useInfiniteQuery(
    {
      ...queryDefaults,
      queryKey: answerKey(client, session, 'activityPages', { size, ...(types && { types }) }),
      queryFn: ({ signal, pageParam, queryKey }) => {
        const known = queryClient.getQueryData<InfiniteData<ListActivitiesResponse>>(queryKey)?.pages ?? [];
        const ended = endedAfter(pageParam, known, size);
        if (ended.length > 0) return { activities: ended };
        const paginationOptions = { limit: String(size), ...(pageParam !== undefined && { after: pageParam }) };
        const filter = types && { filterByType: [...types] };
        return ask(client, listActivities, { ...filter, paginationOptions }, { signal, session });
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ activities }: ListActivitiesResponse) => activities.at(-1)?.id,
      enabled: session !== undefined,
    },
    queryClient,
  );
}
