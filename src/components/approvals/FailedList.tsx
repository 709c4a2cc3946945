'use client';
import type { ReactElement } from 'react';
import { useScreen } from '../screen.js';
import { ApprovalProblem, type Problem } from './ApprovalProblem.js';
import type { ApprovalMessages } from './approvalMessages.js';

type FailedListProps = { problem: Problem; words: ApprovalMessages; onRetry: () => void };

/** Why a list could not be loaded, and the button that tries again. */
export function FailedList({ problem, words, onRetry }: FailedListProps): ReactElement {
  const { part } = useScreen();
  return (
    <div {...part('body')}>
      <ApprovalProblem {...{ problem, words }} />
      <button type="button" {...part('reject')} onClick={onRetry}>
        {words.tryAgain}
      </button>
    </div>
  );
}
