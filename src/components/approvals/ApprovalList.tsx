'use client';
import { type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Activity } from '../../contract/activities.records.js';
import { type Approvals, useApprovals } from '../../hooks/approvals.js';
import { useLatchkey } from '../../hooks/context.js';
import { useFirstTime } from '../../hooks/firstTime.js';
import { useSoleQuorum } from '../../hooks/soleQuorum.js';
import { useSession } from '../../hooks/useSession.js';
import { callApp } from '../../login/callApp.js';
import type { ApprovalMessages } from '../english/approvalMessages.js';
import { textOf } from '../messages.js';
import { ScreenContext } from '../screenContext.js';
import { themeOf } from '../theme.js';
import { useTelling } from '../useTelling.js';
import { ActivityList } from './ActivityList.js';
import { ApprovalCard, type VoteKind } from './ApprovalCard.js';
import { ApprovalChips, type ApprovalKind } from './ApprovalChips.js';
import { ApprovalProblem, FailedList } from './ApprovalProblem.js';
import { ApprovalRow } from './ApprovalRow.js';
import { approvalFacts, sameness } from './approvalFacts.js';
import type { ActivitySentenceProps, ApprovalsInboxProps } from './approvalsInboxProps.js';
import { useApprovalWords } from './approvalWords.js';
import { useFocusOnMore } from './useFocusOnMore.js';
import { type ActivityDetails, useReader } from './useReader.js';
import { useVotes, type VoteChoice } from './useVotes.js';

/** {@link ActivitySentence}, once loaded. */
export function LoadedSentence({ activity, messages }: ActivitySentenceProps): ReactElement {
  const { words, dir } = useApprovalWords(messages);
  const read = useReader(words);
  return (
    <span lang={words.locale} dir={dir}>
      {read(activity).title}
    </span>
  );
}

/** {@link ApprovalsInbox}, once loaded. */
export function ApprovalList({ messages, classNames, elevation, onDecided }: ApprovalsInboxProps): ReactElement {
  const { words, dir, areLoading } = useApprovalWords(messages);
  const { status, session } = useSession();
  const { data, error, refetch, isFetching, ...pages } = useApprovals();
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = pages;
  const quorum = useSoleQuorum();
  const clock = useLatchkey().clock.now; // activities and votes have times of the service
  const votes = useVotes();
  const more = useFocusOnMore({ isFetching: isFetchingNextPage, hasMore: hasNextPage });
  const [outcome, setOutcome] = useState('');
  const [isAll, setIsAll] = useState(false);
  const [kind, setKind] = useState<string>();
  const [openId, setOpenId] = useState<string>();
  const isDone = useRef(false);
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const showsAll = isAll && session !== undefined;
  const screen = { ...themeOf(classNames), clock, isBusy: false };
  const { part } = screen;
  const { toDecide, waitingForOthers } = data ?? nothing;
  const equals = useMemo(() => alike(toDecide), [toDecide]);
  const equalsOf = ({ id }: Activity) => equals.get(id) ?? [];
  const isFirstTime = useFirstTime([...toDecide, ...waitingForOthers]);
  const readOf = useReader(words);
  const opened = showsAll ? undefined : [...toDecide, ...waitingForOthers].find(({ id }) => id === openId);
  const rowId = (activityId: string) => `${id}-${activityId}`;
  const kinds = kindsOf(toDecide, words);
  const chosen = kinds.length > 1 && kinds.some((each) => each.kind === kind) ? kind : undefined;
  const shown =
    chosen === undefined ? toDecide : toDecide.filter((activity) => approvalFacts(activity).kind === chosen);
  const isNoneYet = data !== undefined && toDecide.length === 0 && hasNextPage;

  const state = toDecide.length > 0 ? 'some' : data && !isNoneYet ? 'none' : error ? 'failed' : 'loading';
  const pageError = isFetchNextPageError && state === 'some' && !isFetching && !showsAll ? error : undefined;
  useTelling(state === 'failed' ? error : pageError);

  useEffect(() => {
    // The newest hundred may all wait for others.
    if (isNoneYet && !isFetching && !error) void fetchNextPage();
  }, [isNoneYet, isFetching, error, fetchNextPage]);

  useEffect(() => {
    if (opened) return;
    // Decided by somebody else meanwhile: it is not to open again, and its row, which had the focus, is gone.
    const isGone = openId !== undefined && document.activeElement === document.body;
    if (isDone.current || isGone) title.current?.focus();
    isDone.current = false;
    setOpenId(undefined);
  }, [opened, openId]);

  /** Closes the card, if it is this request's, without its row, which goes. */
  function leave(activityId: string) {
    if (document.getElementById(rowId(activityId))?.contains(document.activeElement)) title.current?.focus();
    setOpenId((now) => {
      isDone.current ||= now === activityId;
      return now === activityId ? undefined : now;
    });
  }

  async function send(kind: VoteKind, activity: Activity) {
    const how = kind === 'reject' ? 'reject' : 'approve';
    const others = kind === 'approveAll' ? equalsOf(activity).filter(({ id }) => id !== activity.id) : [];
    if (others.length > 0) {
      // What is said of all of them stands in the list.
      leave(activity.id);
      setOutcome(words.approving);
    }
    const decisions = await votes.send(how, [activity, ...others], (decision, decided) => {
      if (decision === 'failed') return;
      leave(decided.id);
      void refetch();
      if (decision !== 'raced') callApp(onDecided, decided, decision);
    });
    const [decision = 'failed', ...rest] = decisions;
    const approved = decisions.filter((each) => each === 'approved').length;
    if (rest.length > 0) setOutcome(words.approvedOf(approved, decisions.length));
    else setOutcome(decision === 'failed' ? '' : outcomeOf(decision, words));
  }

  function showOther() {
    setIsAll(!isAll);
    void refetch(); // what is shown again is not what was left
  }

  function showMore() {
    if (isFetchingNextPage) return;
    more.awaitMore(shown.length);
    void fetchNextPage();
  }

  const isFirst = ({ facts: { effect } }: ActivityDetails) =>
    effect !== undefined && effect.does !== 'forbidAll' && isFirstTime(effect);
  const rows = (activities: readonly Activity[]) =>
    activities.map((activity) => (
      <ApprovalRow
        key={activity.id}
        id={rowId(activity.id)}
        read={readOf(activity)}
        {...{ words, quorum }}
        isFirstTime={isFirst(readOf(activity))}
        vote={votes.states[activity.id]}
        onOpen={() => setOpenId(activity.id)}
      />
    ));
  return (
    <ScreenContext.Provider value={screen}>
      <section
        data-latchkey="approvals"
        data-state={state}
        data-elevation={elevation}
        data-words={areLoading ? 'to come' : undefined}
        lang={words.locale}
        dir={dir}
        className={classNames?.root}
        aria-labelledby={id}
      >
        <div {...part('header')}>
          <div {...part('caption')}>
            <h2 id={id} ref={title} tabIndex={-1} {...part('title')}>
              {showsAll ? words.allActivity : words.title}{' '}
              {!showsAll && toDecide.length > 0 && (
                <span {...part('count')}>{`${toDecide.length}${hasNextPage ? '+' : ''}`}</span>
              )}
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
        {state === 'failed' && error && <FailedList problem={error} words={words} onRetry={() => void refetch()} />}
        {showsAll && <ActivityList words={words} />}
        {!showsAll && (
          <>
            {kinds.length > 1 && <ApprovalChips {...{ words, kinds, chosen }} onChoose={setKind} />}
            {shown.length > 0 && (
              <ul ref={more.list} {...part('list')}>
                {rows(shown)}
              </ul>
            )}
            {waitingForOthers.length > 0 && (
              <>
                <h2 {...part('title')}>{words.othersTitle}</h2>
                <ul {...part('list')}>{rows(waitingForOthers)}</ul>
              </>
            )}
            {pageError && <ApprovalProblem problem={pageError} words={words} />}
            {state === 'some' && hasNextPage && (
              <button type="button" {...part('reject')} aria-disabled={isFetchingNextPage} onClick={showMore}>
                {isFetchingNextPage ? words.loading : words.showMore}
              </button>
            )}
          </>
        )}
      </section>
      {opened && (
        <ApprovalCard
          key={opened.id}
          read={readOf(opened)}
          equals={equalsOf(opened).length}
          {...{ words, dir, quorum }}
          isFirstTime={isFirst(readOf(opened))}
          vote={votes.states[opened.id]}
          onVote={(kind) => void send(kind, opened)}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </ScreenContext.Provider>
  );
}

const nothing: Approvals = { toDecide: [], waitingForOthers: [] };

/** What is waiting, by what it does; the kind that comes first is the newest's. */
function kindsOf(activities: readonly Activity[], words: ApprovalMessages): readonly ApprovalKind[] {
  const kinds = new Map<string, ApprovalKind>();
  for (const activity of activities) {
    const facts = approvalFacts(activity);
    const label = words.what({ ...facts, name: undefined, signWith: undefined, effect: undefined });
    kinds.set(facts.kind, { kind: facts.kind, label, count: (kinds.get(facts.kind)?.count ?? 0) + 1 });
  }
  return [...kinds.values()];
}

/** By each activity's id, those that would do the same, itself included. */
function alike(activities: readonly Activity[]): ReadonlyMap<string, readonly Activity[]> {
  const groups = new Map<string, Activity[]>();
  const byId = new Map<string, readonly Activity[]>();
  for (const activity of activities) {
    const same = sameness(activity);
    const group = groups.get(same) ?? [];
    group.push(activity);
    groups.set(same, group);
    byId.set(activity.id, group);
  }
  return byId;
}

function outcomeOf(decision: Exclude<VoteChoice, 'failed'>, words: ApprovalMessages): string {
  if (decision !== 'raced') return words[decision];
  const code = 'ACTIVITY_NOT_PENDING';
  return textOf(words.problems.ACTIVITY_NOT_PENDING ?? '', { code, isOffline: navigator.onLine === false });
}

/** The line under the title while nothing has been decided. */
const lead: { readonly [state: string]: (words: ApprovalMessages) => string } = {
  loading: (words) => words.loading,
  none: (words) => words.none,
};
