'use client';
import { type ReactElement, useId } from 'react';
import type { Quorum } from '../../hooks/soleQuorum.js';
import type { ApprovalMessages } from '../english/approvalMessages.js';
import { Icon } from '../icons.js';
import { Shield } from '../review/Shield.js';
import { useScreen } from '../screenContext.js';
import { ActivityTitle } from './ActivityTitle.js';
import { ApprovalProblem } from './ApprovalProblem.js';
import type { ActivityDetails } from './useReader.js';
import type { VoteState } from './useVotes.js';
import { useVotesSoFar } from './useVotesSoFar.js';

type ApprovalRowProps = {
  /** Of the row's element. */
  id: string;
  read: ActivityDetails;
  words: ApprovalMessages;
  /** Where no policy decides. */
  quorum: Quorum | undefined;
  isFirstTime: boolean;
  vote: VoteState | undefined;
  onOpen: () => void;
};

/** One request: what would happen, who requested it, and how many approve. Pressed, it opens the card. */
export function ApprovalRow({
  read,
  words,
  quorum,
  isFirstTime,
  vote,
  onOpen,
  ...row
}: ApprovalRowProps): ReactElement {
  const { part } = useScreen();
  const id = useId();
  const problem = vote && 'problem' in vote ? vote.problem : undefined;
  const { activity, title, signature } = read;
  const votes = useVotesSoFar(activity, quorum, words);
  const isDanger = signature !== undefined && signature.dangers.length > 0;
  const described = [
    `${id}-facts`,
    votes.short && `${id}-votes`,
    isDanger && `${id}-danger`,
    isFirstTime && `${id}-first`,
  ];

  return (
    <li
      id={row.id}
      tabIndex={-1}
      {...part('item')}
      data-state={isDanger ? 'danger' : 'plain'}
      data-busy={(vote && 'sending' in vote) || undefined}
      data-error={problem?.code}
    >
      <div {...part('header')}>
        <ActivityTitle text={title} opener={{ describedBy: described.filter(Boolean).join(' '), onOpen }} />
        {votes.short && (
          <span id={`${id}-votes`} {...part('count')}>
            <span aria-hidden="true">{votes.short}</span>
            <span {...part('unseen')}>{votes.inWords}</span>
          </span>
        )}
        <Icon name="more" />
        <p id={`${id}-facts`} {...part('lead')}>
          {[...votes.asked, ...(quorum ? [] : [votes.inWords]), ...votes.left].join(' · ')}
        </p>
        {isDanger && (
          <p id={`${id}-danger`} {...part('warning')}>
            <Shield />
            {words.review.danger}
          </p>
        )}
        {isFirstTime && (
          <p {...part('note')}>
            <span id={`${id}-first`} {...part('badge')}>
              {words.firstTime}
            </span>
          </p>
        )}
      </div>
      {problem !== undefined && <ApprovalProblem id={`${id}-problem`} {...{ problem, words }} />}
    </li>
  );
}
