'use client';
import type { ReactElement } from 'react';
import type { FollowedState } from '../../client/confirmations/following.js';
import type { Activity } from '../../contract/activities.records.js';
import { useActivity } from '../../hooks/approvals.js';
import { useSoleQuorum } from '../../hooks/soleQuorum.js';
import { approvalsOf } from '../approvals/approvalFacts.js';
import type { ApprovalTexts } from '../english/approvalMessages.js';
import { Icon } from '../icons.js';
import { lazyScreen } from '../lazyScreen.js';
import { failureIn } from '../review/failureIn.js';
import { useScreen } from '../screenContext.js';

// By itself: the chunk of what other screens share is not loaded for a confirmation.
const useNote = lazyScreen(async () => (await import('../suspended/SuspendedNote.js')).SuspendedNote);

type ConfirmProgressProps = {
  readonly state: FollowedState;
  readonly words: ApprovalTexts;
  /** Whether it is sent, or only signed. */
  readonly isSent: boolean;
};

/** Whether there is more to say than that it is being done. */
export const hasWords = (state: FollowedState): boolean => state.at !== 'busy' || state.step !== undefined;

/** How far it is, in a line. */
export function ConfirmProgress({ state, words, isSent }: ConfirmProgressProps): ReactElement | null {
  const { part } = useScreen();
  const { review } = words;
  switch (state.at) {
    case 'busy':
      return state.step ? <p {...part('lead')}>{review.count(state.step.number, state.step.of)}</p> : null;
    case 'waiting':
      return <Waiting activity={state.activity} words={words} />;
    case 'done':
      return (
        <p {...part('lead')} data-state="done">
          <Icon name="check" />
          {isSent ? review.sent : review.signed}
        </p>
      );
    default:
      return <Failure error={state.error} sentence={failureIn(state.error, words)} />;
  }
}

/** Who is suspended is told with a link. */
function Failure({ error, sentence }: { error: unknown; sentence: string }): ReactElement | null {
  const { part } = useScreen();
  const isSuspended = (error as { readonly code?: string }).code === 'SUSPENDED';
  const { Screen: Note, lost } = useNote(isSuspended);
  if (isSuspended && !lost) return Note ? <Note /> : null;
  return (
    <div {...part('error')}>
      <Icon name="alert" />
      {sentence}
    </div>
  );
}

/** How many must agree yet, which changes. */
function Waiting({ activity, words }: { activity: Activity; words: ApprovalTexts }): ReactElement {
  const { part } = useScreen();
  const { data: now = activity } = useActivity(activity.id);
  const quorum = useSoleQuorum();
  const counted = approvalsOf(now).filter(({ userId }) => quorum?.userIds.includes(userId)).length;
  const needed = quorum && Math.max(1, quorum.threshold - counted);
  return <p {...part('lead')}>{words.review.waitingFor(needed)}</p>;
}
