'use client';
import { type ReactElement, useId, useState } from 'react';
import type { Activity } from '../../contract/activities.records.js';
import { parametersOf } from '../../hooks/effectOf.js';
import { useNamedTokens } from '../../hooks/namedTokens.js';
import type { Quorum } from '../../hooks/soleQuorum.js';
import { useSession } from '../../hooks/useSession.js';
import type { TransactionEffect } from '../../reading/effect.js';
import { escaped } from '../../reading/visible.js';
import { Icon } from '../icons.js';
import { useScreen } from '../screenContext.js';
import { formatWait } from '../timeText.js';
import { ActivityTitle } from './ActivityTitle.js';
import { ApprovalProblem } from './ApprovalProblem.js';
import { approvalFacts, approvalsLastMs, approvalsOf, msOf, requested } from './approvalFacts.js';
import type { ApprovalMessages } from './approvalMessages.js';
import { coinsIn } from './approvalSentences.js';
import type { VoteState } from './useVotes.js';

type ApprovalRowProps = {
  activity: Activity;
  /** How many requests would do the same as this one, itself included. */
  equals: number;
  words: ApprovalMessages;
  /** Where no policy decides. */
  quorum: Quorum | undefined;
  isFirstTime: (effect: TransactionEffect) => boolean;
  vote: VoteState | undefined;
  onVote: (kind: VoteKind) => void;
};

/** `approveAll` is for the request and all that would do the same. */
export type VoteKind = 'approve' | 'approveAll' | 'reject';

/** One request: what would happen, who requested it, and how many approve; opened, what there is to know of it, and the buttons. */
export function ApprovalRow(props: ApprovalRowProps): ReactElement {
  const { activity, equals, words, quorum, isFirstTime, vote, onVote } = props;
  const { part } = useScreen();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const sending = vote && 'sending' in vote ? vote.sending : undefined;
  const problem = vote && 'problem' in vote ? vote.problem : undefined;
  const facts = approvalFacts(activity, useNamedTokens());
  const { effect } = facts;
  const isFirst = effect !== undefined && effect.does !== 'forbidAll' && isFirstTime(effect);
  const { signed } = facts;
  const cannotTell =
    facts.kind === 'SIGN_TRANSACTION' && !effect
      ? words.cannotTell
      : signed !== undefined && signed.is !== 'message' && words.cannotTellSigned;
  const what = words.what(facts);
  const votes = useVotesSoFar(activity, quorum, words);
  const note = isFirst || cannotTell ? `${id}-note` : undefined;
  const says = {
    reject: sending === 'reject' ? words.rejecting : words.reject,
    approve: sending === 'approve' ? words.approving : words.approve,
    approveAll: words.approveAll(equals),
  };
  /** What is pressed for: with what there is to know before it. */
  const button = (kind: VoteKind, label: string) => ({
    'aria-label': `${label}: ${what}`,
    'aria-describedby': note,
    'aria-disabled': sending !== undefined,
    onClick: () => sending === undefined && onVote(kind),
  });

  return (
    <li
      tabIndex={-1}
      {...part('item')}
      data-state={isOpen ? 'open' : 'closed'}
      data-busy={sending !== undefined || undefined}
      data-error={problem?.code}
    >
      <div {...part('header')}>
        <ActivityTitle
          id={`${id}-what`}
          text={what}
          toggle={{
            isOpen,
            controls: id,
            describedBy: [`${id}-facts`, votes.short && `${id}-votes`, isFirst && note].filter(Boolean).join(' '),
            onToggle: () => setIsOpen(!isOpen),
          }}
        />
        {votes.short && (
          <span id={`${id}-votes`} {...part('count')}>
            <span aria-hidden="true">{votes.short}</span>
            <span {...part('unseen')}>{votes.inWords}</span>
          </span>
        )}
        <Icon name="more" />
        <p id={`${id}-facts`} {...part('lead')}>
          {votes.facts.join(' · ')}
        </p>
        {isFirst && (
          <p id={note} {...part('warning')}>
            <Icon name="alert" />
            {words.firstTime}
          </p>
        )}
      </div>
      {problem !== undefined && <ApprovalProblem id={`${id}-problem`} {...{ problem, words }} />}
      {isOpen && (
        <div id={id} {...part('body')}>
          {effect && (
            <>
              <Parties effect={effect} signWith={facts.signWith} />
              <p {...part('lead')}>{words.feeLimit(coinsIn(words.locale, effect.feeLimit, effect.symbol))}</p>
            </>
          )}
          {cannotTell && (
            <p id={note} {...part('lead')}>
              {cannotTell}
            </p>
          )}
          {signed?.messages.map((message, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stand as they were sent, and never move
            <pre key={at} {...part('value')} dir="auto">
              {escaped(message)}
            </pre>
          ))}
          <details {...part('details')}>
            <summary {...part('summary')} aria-describedby={`${id}-what`}>
              {words.details}
            </summary>
            <pre {...part('value')} dir="ltr">
              {escaped(JSON.stringify(parametersOf(activity), null, 2))}
            </pre>
            <p {...part('lead')}>
              {words.fingerprint} <bdi {...part('value')}>{activity.fingerprint}</bdi>
            </p>
          </details>
          <div {...part('actions')}>
            <button type="button" {...part('reject')} {...button('reject', says.reject)}>
              {says.reject}
            </button>
            {activity.canApprove && (
              <button
                type="button"
                {...part('submit')}
                {...button('approve', says.approve)}
                data-state={sending === 'approve' ? 'busy' : undefined}
              >
                {says.approve}
              </button>
            )}
            {activity.canApprove && equals > 1 && (
              <button type="button" {...part('reject')} {...button('approveAll', says.approveAll)}>
                {says.approveAll}
              </button>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

/** Who gives what to whom, by their addresses in full. */
function Parties({ effect, signWith }: { effect: TransactionEffect; signWith: string | undefined }): ReactElement {
  const { part } = useScreen();
  const { from, to, token, does } = effect;
  const address = (text: string | undefined) => <bdi {...part('value')}>{text}</bdi>;
  return (
    <p {...part('lead')} dir="ltr">
      {address(signWith)}
      {from !== undefined && <> · {address(from)}</>}
      {does === 'send' ? ' → ' : ' · '}
      {address(to)}
      {token !== undefined && <> · {address(token)}</>}
    </p>
  );
}

type VotesSoFar = {
  /** `1/2`, where it is known how many are needed. */
  readonly short: string | undefined;
  /** `1 of 2 approvals` */
  readonly inWords: string;
  /** Who requested it and when, and until when approvals count. */
  readonly facts: readonly string[];
};

function useVotesSoFar(activity: Activity, quorum: Quorum | undefined, words: ApprovalMessages): VotesSoFar {
  const { clock } = useScreen();
  const { session } = useSession();
  const nowMs = clock();
  const approvals = approvalsOf(activity);
  const [first] = approvals;
  const leftMs = first && msOf(first.createdAt) + approvalsLastMs - nowMs;
  const isOver = leftMs !== undefined && leftMs <= 0;
  const counts = ({ userId }: { userId: string }) => !isOver && (!quorum || quorum.userIds.includes(userId));
  const count = approvals.filter(counts).length;
  const inWords = words.approvals(count, quorum?.threshold);
  const left = leftMs === undefined ? [] : [isOver ? words.expired : words.expires(formatWait(leftMs, words.locale))];
  return {
    short: quorum && `${count}/${quorum.threshold}`,
    inWords,
    facts: [...requested(activity, words, { nowMs, userId: session?.userId }), ...(quorum ? [] : [inWords]), ...left],
  };
}
