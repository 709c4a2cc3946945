import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type HookError, type QueryKey, rowQueryOptions, useLatchkey, useSession } from 'latchkey';
import { type Client, call, type Session } from 'latchkey/client';
import { type Activity, listActivities } from 'latchkey/contract';
import { type Filter, idsOfTime, kinds, statuses } from './filter.js';

type PageOfActivities = { readonly activities: readonly Activity[]; readonly isLast: boolean };
/** The id of the last activity of the page before. */
type PageParam = string | undefined;

const size = 50;

/** The activities that a filter lets through, newest first, fifty at a time. */
export function useActivities(filter: Filter): UseInfiniteQueryResult<readonly Activity[], HookError> {
  const client = useLatchkey();
  const { session } = useSession();
  const request = requestOf(filter);
  // Below the key of the list itself, so that what makes that stale makes this stale.
  const { queryFn: _, ...options } = rowQueryOptions(client, listActivities, request, session);
  return useInfiniteQuery<PageOfActivities, HookError, readonly Activity[], QueryKey, PageParam>({
    ...options,
    queryKey: [...options.queryKey, 'pages', filter.time, filter.from, filter.to],
    queryFn: ({ signal, pageParam: last }) => readPage(client, { request, session, filter, last, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ activities, isLast }) => (isLast ? undefined : activities.at(-1)?.id),
    select: allOf,
  });
}

/** All of it but the time, which a page is of. */
const requestOf = ({ status, kind, by, fingerprint, organization }: Filter) => ({
  organizationId: organization,
  ...(status && { filterByStatus: [statuses[status].status] }),
  ...(kind !== undefined && { filterByType: [...(kinds.get(kind) ?? [])] }),
  ...(by !== undefined && { filterBySubmitter: by }),
  ...(fingerprint !== undefined && { filterByFingerprint: fingerprint }),
});

const allOf = ({ pages }: InfiniteData<PageOfActivities, PageParam>): readonly Activity[] =>
  pages.flatMap(({ activities }) => activities);

type PageToRead = {
  readonly request: ReturnType<typeof requestOf>;
  readonly session: Session | undefined;
  readonly filter: Filter;
  readonly last: PageParam;
  readonly signal: AbortSignal;
};

/** Reads on where the service sends a short page, and one activity further than it returns, to know whether there are more. */
async function readPage(
  client: Client,
  { request, session, filter, last, signal }: PageToRead,
): Promise<PageOfActivities> {
  const activities: Activity[] = [];
  const ids = idsOfTime(filter, client.clock.now());
  while (activities.length <= size) {
    const after = activities.at(-1)?.id ?? last;
    const limit = String(size + 1 - activities.length);
    const paginationOptions = { limit, ...ids, ...(after !== undefined && { after }) };
    const more = (await call(client, listActivities, { ...request, paginationOptions }, { session, signal }))
      .activities;
    if (more.length === 0) return { activities, isLast: true };
    activities.push(...more);
  }
  return { activities: activities.slice(0, size), isLast: false };
}
