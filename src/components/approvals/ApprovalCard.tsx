'use client';
import { type ReactElement, useId, useMemo } from 'react';
import { useLookalikes } from '../../hooks/lookalikes.js';
import type { Quorum } from '../../hooks/soleQuorum.js';
import type { ApprovalMessages } from '../english/approvalMessages.js';
import { ReviewCard } from '../review/ReviewCard.js';
import { ReviewDialog } from '../review/ReviewDialog.js';
import { ApprovalProblem } from './ApprovalProblem.js';
import { approvalReview } from './approvalReview.js';
import type { ActivityDetails } from './useReader.js';
import type { VoteState } from './useVotes.js';
import { useVotesSoFar } from './useVotesSoFar.js';

/** `approveAll` is for the request and all that would do the same. */
export type VoteKind = 'approve' | 'approveAll' | 'reject';

type ApprovalCardProps = {
  read: ActivityDetails;
  /** How many requests would do the same as this one, itself included. */
  equals: number;
  words: ApprovalMessages;
  dir: 'ltr' | 'rtl' | undefined;
  /** Where no policy decides. */
  quorum: Quorum | undefined;
  isFirstTime: boolean;
  vote: VoteState | undefined;
  onVote: (kind: VoteKind) => void;
  onClose: () => void;
};

/** A request for a vote, in a dialog: all that there is to know of it, and the buttons. */
export function ApprovalCard({ read, equals, words, dir, quorum, vote, ...props }: ApprovalCardProps): ReactElement {
  const { isFirstTime, onVote, onClose } = props;
  const { activity, title, signature } = read;
  const titleId = useId();
  const signed = useMemo(() => (signature?.parts ?? []).map(({ facts }) => facts), [signature]);
  const { lookalikes, signer, isLoading } = useLookalikes(signed, activity.id, signature?.parts[0]?.request.address);
  const votes = useVotesSoFar(activity, quorum, words);
  const sending = vote && 'sending' in vote ? vote.sending : undefined;
  const problem = vote && 'problem' in vote ? vote.problem : undefined;
  const isIdle = sending === undefined;
  const button = (kind: VoteKind, label: string) => ({
    // Nothing is approved before all that speaks against it is known.
    ...{ label, isReady: isIdle && (kind === 'reject' || !isLoading), says: `${label}: ${title}` },
    onPress: () => onVote(kind),
  });
  return (
    <ReviewDialog labelledBy={titleId} onClose={onClose}>
      <ReviewCard
        review={approvalReview(read, words, { isFirstTime, lookalikes, signer })}
        {...{ words, dir, titleId, onClose }}
        areLoading={false}
        who={votes.asked.join(' · ')}
        note={[votes.inWords, ...votes.left].join(' · ')}
        problem={problem && <ApprovalProblem {...{ problem, words }} />}
        no={button('reject', sending === 'reject' ? words.rejecting : words.reject)}
        yes={
          activity.canApprove
            ? {
                ...button('approve', sending === 'approve' ? words.approving : words.approve),
                isBusy: sending === 'approve',
              }
            : undefined
        }
        more={activity.canApprove && equals > 1 ? button('approveAll', words.approveAll(equals)) : undefined}
      />
    </ReviewDialog>
  );
}
