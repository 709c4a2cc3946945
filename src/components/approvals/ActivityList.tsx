'use client';
import { type ReactElement, useEffect } from 'react';
import type { ActivityStatus } from '../../contract/activities.records.js';
import { useActivityPages } from '../../hooks/activityPages.js';
import { useSession } from '../../hooks/useSession.js';
import type { ApprovalMessages } from '../english/approvalMessages.js';
import { useScreen } from '../screenContext.js';
import { useTelling } from '../useTelling.js';
import { ActivityTitle } from './ActivityTitle.js';
import { ApprovalProblem, FailedList } from './ApprovalProblem.js';
import { requested } from './approvalFacts.js';
import { useFocusOnMore } from './useFocusOnMore.js';
import { useReader } from './useReader.js';

/** The organization's activities, newest first: what was requested, by whom and when, and how it ended. */
export function ActivityList({ words }: { words: ApprovalMessages }): ReactElement {
  const { part, clock } = useScreen();
  const { session } = useSession();
  const read = useReader(words);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching, isFetchingNextPage } = useActivityPages(size);
  const { list, awaitMore } = useFocusOnMore({ isFetching: isFetchingNextPage, hasMore: hasNextPage });
  const pages = data?.pages ?? [];
  const activities = pages.flatMap((page) => page.activities);
  useTelling(data && isFetching ? undefined : error);
  const isShort = (pages.at(-1)?.activities.length ?? 0) < size;

  useEffect(() => {
    // After a short page comes an empty one, hardly ever another.
    if (isShort && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, error, fetchNextPage]);

  if (!data && error) return <FailedList problem={error} words={words} onRetry={() => void refetch()} />;
  if (activities.length === 0) {
    return (
      <p {...part('message')} role="status">
        {data ? words.noActivity : words.loading}
      </p>
    );
  }
  const seen = { nowMs: clock(), userId: session?.userId };

  function showMore() {
    if (isFetchingNextPage) return;
    awaitMore(activities.length);
    void fetchNextPage();
  }

  return (
    <>
      <ul ref={list} {...part('list')}>
        {activities.map((activity) => (
          <li key={activity.id} tabIndex={-1} {...part('item')}>
            <ActivityTitle text={read(activity).title} />
            <p {...part('lead')}>
              {[...requested(activity, words, seen), words[ends[activity.status] ?? 'statusWaiting']].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {error && !isFetching && <ApprovalProblem problem={error} words={words} />}
      {hasNextPage && (!isShort || error) && (
        <button type="button" {...part('reject')} aria-disabled={isFetchingNextPage} onClick={showMore}>
          {isFetchingNextPage ? words.loading : words.showMore}
        </button>
      )}
    </>
  );
}

/** How many are shown at first, and how many more at a time. */
const size = 25;

const ends: { readonly [Status in ActivityStatus]?: 'statusDone' | 'statusFailed' | 'statusRejected' } = {
  ACTIVITY_STATUS_COMPLETED: 'statusDone',
  ACTIVITY_STATUS_FAILED: 'statusFailed',
  ACTIVITY_STATUS_REJECTED: 'statusRejected',
};
