'use client';
import { type ReactElement, useId } from 'react';
import type { TransactionEffect } from '../client/transactions/effect.js';
import type { Activity } from '../contract/activities.records.js';
import { useApproveActivity, useRejectActivity } from '../hooks/activities.js';
import { parametersOf } from '../hooks/effectOf.js';
import type { HookError } from '../hooks/hookTypes.js';
import type { Quorum } from '../hooks/soleQuorum.js';
import { useSession } from '../hooks/useSession.js';
import { approvalFacts, approvalsLastMs, approvalsOf, msOf } from './approvalFacts.js';
import type { ApprovalMessages } from './approvalMessages.js';
import { coinsIn } from './approvalWhat.js';
import { Icon } from './icons.js';
import { sentenceFor } from './messages.js';
import { ProblemNote } from './ProblemNote.js';
import { requested } from './requested.js';
import { useScreen } from './screen.js';
import { formatWait } from './timeText.js';
import { escaped } from './visible.js';
import { What } from './What.js';

/** The outcome of a request: decided by this person, or by others before. */
export type Decision = 'approved' | 'rejected' | 'raced';

/** One request: what would happen, who requested it and when, all parameters on demand, and the two buttons. */
export function ApprovalCard({
  activity,
  words,
  quorum,
  isFirstTime,
  onDecided,
}: {
  activity: Activity;
  words: ApprovalMessages;
  /** Where no policy decides. */
  quorum: Quorum | undefined;
  isFirstTime: (effect: TransactionEffect) => boolean;
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
  const facts = approvalFacts(activity);
  const { effect } = facts;
  const isFirst = effect !== undefined && effect.does !== 'forbidAll' && isFirstTime(effect);
  const cannotTell = facts.kind === 'SIGN_TRANSACTION' && !effect;
  /** What is pressed for: with what there is to know before it. */
  const describedBy = isFirst || cannotTell ? `${id} ${id}-note` : id;

  function decide(how: typeof approve, other: typeof approve) {
    if (isBusy) return;
    other.reset();
    how.mutate({ fingerprint });
  }

  return (
    <li {...part('item')} data-busy={isBusy || undefined} data-error={problem?.code}>
      <What id={id} text={words.what(facts)} />
      <p {...part('lead')}>
        <Facts activity={activity} words={words} quorum={quorum} />
      </p>
      {effect && <p {...part('lead')}>{words.feeLimit(coinsIn(words.locale, effect.feeLimit, effect.symbol))}</p>}
      {isFirst && (
        <p id={`${id}-note`} {...part('warning')}>
          <Icon name="alert" />
          {words.firstTime}
        </p>
      )}
      {cannotTell && (
        <p id={`${id}-note`} {...part('lead')}>
          {words.cannotTell}
        </p>
      )}
      <details {...part('details')}>
        <summary {...part('summary')} aria-describedby={id}>
          {words.details}
        </summary>
        {effect && (
          <p {...part('lead')} dir="ltr">
            {facts.signWith !== undefined && effect.from !== undefined && (
              <>
                <bdi {...part('value')}>{facts.signWith}</bdi>
                {' · '}
              </>
            )}
            <bdi {...part('value')}>{effect.from ?? facts.signWith}</bdi>
            {effect.does === 'send' ? ' → ' : ' · '}
            <bdi {...part('value')}>{effect.to}</bdi>
            {effect.token !== undefined && (
              <>
                {' · '}
                <bdi {...part('value')}>{effect.token}</bdi>
              </>
            )}
          </p>
        )}
        <pre {...part('value')} dir="ltr">
          {escaped(JSON.stringify(parametersOf(activity), null, 2))}
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
          aria-describedby={describedBy}
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
            aria-describedby={describedBy}
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

/** Who requested it and when, how many approve, and until when that counts. */
function Facts({
  activity,
  words,
  quorum,
}: {
  activity: Activity;
  words: ApprovalMessages;
  quorum: Quorum | undefined;
}): ReactElement {
  const { clock } = useScreen();
  const { session } = useSession();
  const approvals = approvalsOf(activity);
  const counted = quorum ? approvals.filter(({ userId }) => quorum.userIds.includes(userId)) : approvals;
  const soFar = words.approvals(counted.length, quorum?.threshold);
  const [asked] = approvals;
  if (!asked) return <>{soFar}</>;
  const nowMs = clock();
  const leftMs = msOf(asked.createdAt) + approvalsLastMs - nowMs;
  const left = leftMs > 0 ? [soFar, words.expires(formatWait(leftMs, words.locale))] : [words.expired];
  return <>{[...requested(activity, words, { nowMs, userId: session?.userId }), ...left].join(' · ')}</>;
}
