'use client';
import { type ReactElement, useId } from 'react';
import type { Activity } from '../contract/activities.records.js';
import { useApproveActivity, useRejectActivity } from '../hooks/activities.js';
import type { HookError } from '../hooks/hookTypes.js';
import { useSession } from '../hooks/useSession.js';
import { approvalFacts, approvalsLastMs, approvalsOf, msOf, parametersOf } from './approvalFacts.js';
import type { ApprovalMessages } from './approvalMessages.js';
import { sentenceFor } from './messages.js';
import { ProblemNote } from './ProblemNote.js';
import { useScreen } from './screen.js';
import { formatAgo, formatWait } from './timeText.js';

/** What became of a request by the person's own hand, or by somebody else's before it. */
export type Decision = 'approved' | 'rejected' | 'raced';

/** One request: what happens, who asked and when, all of it on demand, and the two ways to decide. */
export function ApprovalCard({
  activity,
  words,
  onDecided,
}: {
  activity: Activity;
  words: ApprovalMessages;
  onDecided: (decision: Decision, activity: Activity) => void;
}): ReactElement {
  const { part } = useScreen();
  const id = useId();
  const onError = ({ code }: HookError) => {
    if (code === 'ACTIVITY_NOT_PENDING' || code === 'ACTIVITY_NOT_FOUND') onDecided('raced', activity);
  };
  const approve = useApproveActivity({ onError, onSuccess: () => onDecided('approved', activity) });
  const reject = useRejectActivity({ onError, onSuccess: () => onDecided('rejected', activity) });
  const isBusy = approve.isPending || reject.isPending;
  const problem = approve.error ?? reject.error;
  const { fingerprint } = activity;

  function decide(how: typeof approve, other: typeof approve) {
    if (isBusy) return;
    other.reset();
    how.mutate({ fingerprint });
  }

  return (
    <li {...part('item')} data-busy={isBusy || undefined} data-error={problem?.code}>
      <h3 id={id} {...part('what')}>
        {words.what(approvalFacts(activity))}
      </h3>
      <p {...part('lead')}>
        <Facts activity={activity} words={words} />
      </p>
      <details {...part('details')}>
        <summary {...part('summary')} aria-describedby={id}>
          {words.details}
        </summary>
        <pre {...part('value')} dir="ltr">
          {JSON.stringify(parametersOf(activity), null, 2)}
        </pre>
        <p {...part('lead')}>
          {words.fingerprint} <bdi {...part('value')}>{fingerprint}</bdi>
        </p>
      </details>
      {problem && !isBusy && (
        <ProblemNote
          id={`${id}-problem`}
          sentence={sentenceFor(words, { code: problem.code, isOffline: navigator.onLine === false })}
        />
      )}
      <div {...part('actions')}>
        <button
          type="button"
          {...part('reject')}
          aria-describedby={id}
          aria-disabled={isBusy}
          onClick={() => decide(reject, approve)}
        >
          {reject.isPending ? words.rejecting : words.reject}
        </button>
        {activity.canApprove && (
          <button
            type="button"
            {...part('submit')}
            data-state={approve.isPending ? 'busy' : undefined}
            aria-describedby={id}
            aria-disabled={isBusy}
            onClick={() => decide(approve, reject)}
          >
            {approve.isPending ? words.approving : words.approve}
          </button>
        )}
      </div>
    </li>
  );
}

/** Who asked and when, who approves, and until when that counts. */
function Facts({ activity, words }: { activity: Activity; words: ApprovalMessages }): ReactElement {
  const { clock } = useScreen();
  const { session } = useSession();
  const approvals = approvalsOf(activity);
  const [asked] = approvals;
  if (!asked) return <>{words.approvals(0)}</>;
  const nowMs = clock();
  const askedMs = msOf(asked.createdAt);
  const leftMs = askedMs + approvalsLastMs - nowMs;
  const who = asked.userId === session?.userId ? words.askedByYou : words.askedBy(asked.user?.userName ?? asked.userId);
  const until = leftMs > 0 ? words.expires(formatWait(leftMs, words.locale)) : words.expired;
  const facts = [who, formatAgo(nowMs - askedMs, words.locale), words.approvals(approvals.length), until];
  return <>{facts.join(' · ')}</>;
}
