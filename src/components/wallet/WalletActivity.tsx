'use client';
import { type ReactElement, useEffect, useId, useState } from 'react';
import type { Activity, ActivityStatus } from '../../contract/activities.records.js';
import { useActivityPages } from '../../hooks/activityPages.js';
import { isPayment, signatureTypes } from '../../hooks/effectOf.js';
import type { ReadPayments } from '../../hooks/paymentStates.js';
import { useSession } from '../../hooks/useSession.js';
import { ActivityTitle } from '../approvals/ActivityTitle.js';
import { approvalsOf, msOf } from '../approvals/approvalFacts.js';
import { useReviewWords } from '../approvals/approvalWords.js';
import { useFocusOnMore } from '../approvals/useFocusOnMore.js';
import { useReader } from '../approvals/useReader.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { LostNote } from '../LostNote.js';
import { lazyScreen } from '../lazyScreen.js';
import { useLoginScreen } from '../screenContext.js';
import { formatAgo } from '../timeText.js';
import { useTelling } from '../useTelling.js';
import { WalletProblem } from './WalletProblem.js';

const useApprovedParts = lazyScreen(async () => (await import('./approvedParts.js')).approvedParts);

/** What the person has signed and sent, newest first: in words, with its time and how it ended. */
export function WalletActivity({ words }: { words: WalletMessages }): ReactElement {
  const { part, clock, messages } = useLoginScreen();
  const { words: sentences, areLoading } = useReviewWords();
  const read = useReader(sentences);
  const { session } = useSession();
  const pages = useActivityPages(size, signatureTypes);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching, isFetchingNextPage } = pages;
  const { Screen: approved, lost } = useApprovedParts();
  const lostId = useId();
  const [paid, setPaid] = useState<ReadPayments>();
  const [mostPages, setMostPages] = useState(pagesAtOnce);
  const known = data?.pages ?? [];
  const own = known.map(({ activities }) => activities.filter((activity) => isOf(activity, session?.userId)));
  const activities = own.flat();
  const failed = isFetching ? undefined : error;
  useTelling(failed);
  /** The last page has less than there is room for: others asked for the rest, or it is cut. Where others ask for all, this ends. */
  const readsOn = hasNextPage && (own.at(-1)?.length ?? 0) < size && known.length < mostPages;
  const isReading = isFetchingNextPage || (readsOn && !failed);
  const { list, awaitMore } = useFocusOnMore({ isFetching: isReading, hasMore: hasNextPage });

  useEffect(() => {
    if (readsOn && !isFetching && !error) void fetchNextPage();
  }, [readsOn, isFetching, error, fetchNextPage]);

  function readMore() {
    if (isFetching || isReading) return;
    awaitMore(activities.length);
    setMostPages(known.length + pagesAtOnce);
    void (data ? fetchNextPage() : refetch());
  }

  /** A transaction that was signed has not ended by that. `undefined`: its chain has not been asked yet. */
  function endOf(activity: Activity): End | undefined {
    if (isPayment(activity)) return paid?.get(activity.id) ?? (lost && 'signed');
    return states[activity.status] ?? 'waiting';
  }

  const isEmpty = activities.length === 0 && !hasNextPage;
  return (
    <>
      {approved && <approved.PaymentsReader activities={activities} onRead={setPaid} />}
      {approved && <approved.ApprovedList words={words} />}
      {lost && (
        <div {...part('body')}>
          <LostNote id={lostId} lost={lost} words={messages} />
        </div>
      )}
      {activities.length > 0 && !areLoading && (
        <ul ref={list} {...part('list')}>
          {activities.map((activity) => {
            const end = endOf(activity);
            return (
              <li key={activity.id} tabIndex={-1} {...part('item')} data-state={end ?? 'reading'}>
                <div {...part('what')}>
                  <ActivityTitle text={read(activity).title} />
                  <p {...part('lead')}>
                    {[agoOf(activity, clock(), sentences.locale), end && words[ends[end]]].filter(Boolean).join(' · ')}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <p {...part(isEmpty ? 'lead' : 'unseen')} role="status">
        {isEmpty && !failed ? (data ? words.noActivity : words.loading) : ''}
      </p>
      {failed && <WalletProblem problem={failed} tryAgain={words.tryAgain} onRetry={readMore} />}
      {hasNextPage && !failed && (
        <button type="button" {...part('secondary')} aria-disabled={isFetching || isReading} onClick={readMore}>
          {isReading ? words.loading : words.showMore}
        </button>
      )}
    </>
  );
}

/** How many are read at a time. */
const size = 25;

/** How many pages one press reads, at most. */
const pagesAtOnce = 4;

/** Who asked for it is the first who approved. */
const isOf = (activity: Activity, userId: string | undefined): boolean => {
  const [first] = approvalsOf(activity);
  return first === undefined || first.userId === userId;
};

function agoOf(activity: Activity, nowMs: number, locale: string): string {
  const at = activity.createdAt ?? approvalsOf(activity)[0]?.createdAt;
  return at === undefined ? '' : formatAgo(nowMs - msOf(at), locale);
}

type End = keyof typeof ends;

const states: { readonly [Status in ActivityStatus]?: End } = {
  ACTIVITY_STATUS_COMPLETED: 'done',
  ACTIVITY_STATUS_FAILED: 'failed',
  ACTIVITY_STATUS_REJECTED: 'rejected',
};

const ends = {
  done: 'statusDone',
  signed: 'statusSigned',
  sent: 'statusSent',
  reverted: 'statusReverted',
  failed: 'statusFailed',
  rejected: 'statusRejected',
  waiting: 'statusWaiting',
} as const;
