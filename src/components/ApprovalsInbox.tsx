'use client';
import { type ReactElement, useId, useRef, useState } from 'react';
import type { Activity } from '../contract/activities.records.js';
import { useApprovals } from '../hooks/approvals.js';
import { useLatchkey } from '../hooks/context.js';
import { useFirstTime } from '../hooks/firstTime.js';
import { useSoleQuorum } from '../hooks/soleQuorum.js';
import { useSession } from '../hooks/useSession.js';
import { ActivityList } from './ActivityList.js';
import { ApprovalCard, type Decision } from './ApprovalCard.js';
import type { ApprovalMessageChanges, ApprovalMessages } from './approvalMessages.js';
import { FailedList } from './FailedList.js';
import { textOf } from './messages.js';
import { ScreenContext } from './screen.js';
import { type Part, themeOf } from './theme.js';
import { useApprovalWords } from './useApprovalWords.js';

export type ApprovalsInboxProps = {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: ApprovalMessageChanges;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string };
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush';
  /** Called with the person's decision. */
  onDecided?: (activity: Activity, decision: 'approved' | 'rejected') => void;
};

/**
 * Lists the activities that wait for the person's vote, and those that they wait for others to vote on, to approve or reject them. Renders
 * a `<section data-latchkey="approvals">` whose `data-state` is `loading`, `failed`, `none` or `some`. It needs `latchkey/approvals.css`
 * beside `latchkey/styles.css`.
 */
export function ApprovalsInbox({ messages, classNames, elevation, onDecided }: ApprovalsInboxProps): ReactElement {
  const { words, dir, areToCome } = useApprovalWords(messages);
  const { status, session } = useSession();
  const { data, error, refetch } = useApprovals();
  const quorum = useSoleQuorum();
  const clock = useLatchkey().clock.onDevice;
  const [outcome, setOutcome] = useState('');
  const [isAll, setIsAll] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const showsAll = isAll && session !== undefined;
  const screen = { ...themeOf(classNames), clock, isBusy: false };
  const { part } = screen;
  const { toDecide = [], waitingForOthers = [] } = data ?? {};
  const isFirstTime = useFirstTime([...toDecide, ...waitingForOthers]);

  function decided(decision: Decision, activity: Activity) {
    setOutcome(
      decision === 'raced'
        ? textOf(words.problems.ACTIVITY_NOT_PENDING ?? '', factsOf('ACTIVITY_NOT_PENDING'))
        : words[decision],
    );
    title.current?.focus(); // the focused card is removed
    void refetch();
    if (decision !== 'raced') onDecided?.(activity, decision);
  }

  function showOther() {
    setIsAll(!isAll);
    void refetch(); // what is shown again is not what was left
  }

  const list = (activities: readonly Activity[]) => (
    <ul {...part('list')}>
      {activities.map((activity) => (
        <ApprovalCard key={activity.id} {...{ activity, words, quorum, isFirstTime }} onDecided={decided} />
      ))}
    </ul>
  );
  const state = data ? (toDecide.length > 0 ? 'some' : 'none') : error ? 'failed' : 'loading';
  return (
    <ScreenContext.Provider value={screen}>
      <section
        data-latchkey="approvals"
        data-state={state}
        data-elevation={elevation}
        data-words={areToCome ? 'to come' : undefined}
        lang={words.locale}
        dir={dir}
        className={classNames?.root}
        aria-labelledby={id}
      >
        <div {...part('header')}>
          <div {...part('caption')}>
            <h2 id={id} ref={title} tabIndex={-1} {...part('title')}>
              {showsAll ? words.allActivity : words.title}{' '}
              {!showsAll && toDecide.length > 0 && <span {...part('count')}>{toDecide.length}</span>}
            </h2>
            {data && (
              <button type="button" {...part('link')} onClick={showOther}>
                {showsAll ? words.onlyWaiting : words.allActivity}
              </button>
            )}
          </div>
          <p {...part('message')} role="status" hidden={showsAll}>
            {outcome || (status === 'loggedOut' ? words.loggedOut : lead[state]?.(words))}
          </p>
        </div>
        {state === 'failed' && error && <FailedList code={error.code} words={words} onRetry={() => void refetch()} />}
        {showsAll && <ActivityList words={words} />}
        {!showsAll && toDecide.length > 0 && list(toDecide)}
        {!showsAll && waitingForOthers.length > 0 && (
          <>
            <h2 {...part('title')}>{words.othersTitle}</h2>
            {list(waitingForOthers)}
          </>
        )}
      </section>
    </ScreenContext.Provider>
  );
}

/** The line under the title while nothing has been decided. */
const lead: { readonly [state: string]: (words: ApprovalMessages) => string } = {
  loading: (words) => words.loading,
  none: (words) => words.none,
};

const factsOf = (code: string) => ({ code, isOffline: navigator.onLine === false });
