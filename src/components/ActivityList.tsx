'use client';
import { type ReactElement, useState } from 'react';
import type { ActivityStatus } from '../contract/activities.records.js';
import { useListActivities } from '../hooks/activities.js';
import { useSession } from '../hooks/useSession.js';
import { approvalFacts } from './approvalFacts.js';
import type { ApprovalMessages } from './approvalMessages.js';
import { FailedList } from './FailedList.js';
import { requested } from './requested.js';
import { useScreen } from './screen.js';
import { What } from './What.js';

/** The organization's newest activities: what was requested, by whom and when, and how it ended. */
export function ActivityList({ words }: { words: ApprovalMessages }): ReactElement {
  const { part, clock } = useScreen();
  const { session } = useSession();
  const [limit, setLimit] = useState(step);
  const { data, error, refetch } = useListActivities(
    { paginationOptions: { limit: String(limit) } },
    { placeholderData: (shown) => shown },
  );
  if (!data && error) return <FailedList code={error.code} words={words} onRetry={() => void refetch()} />;
  if (!data?.activities.length) {
    return (
      <p {...part('message')} role="status">
        {data ? words.noActivity : words.loading}
      </p>
    );
  }
  const { activities } = data;
  const seen = { nowMs: clock(), userId: session?.userId };
  return (
    <>
      <ul {...part('list')}>
        {activities.map((activity) => (
          <li key={activity.id} {...part('item')}>
            <What text={words.what(approvalFacts(activity))} />
            <p {...part('lead')}>
              {[...requested(activity, words, seen), words[ends[activity.status] ?? 'statusWaiting']].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {activities.length === limit && limit < most && (
        <button type="button" {...part('reject')} onClick={() => setLimit(limit + step)}>
          {words.showMore}
        </button>
      )}
    </>
  );
}

/** How many are shown at first, how many more at a time, and how many at most: as many as the service lists at once. */
const [step, most] = [25, 100];

const ends: { readonly [Status in ActivityStatus]?: 'statusDone' | 'statusFailed' | 'statusRejected' } = {
  ACTIVITY_STATUS_COMPLETED: 'statusDone',
  ACTIVITY_STATUS_FAILED: 'statusFailed',
  ACTIVITY_STATUS_REJECTED: 'statusRejected',
};
