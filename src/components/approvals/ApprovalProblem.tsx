'use client';
import type { ReactElement } from 'react';
import type { ApprovalMessages } from '../english/approvalMessages.js';
import { sentenceFor } from '../messages.js';
import { useScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { formatWait } from '../timeText.js';

/** What is shown of a failure. */
export type ShownProblem = { readonly code: string; readonly retryAfterMs?: number | undefined };

type ApprovalProblemProps = { id?: string; problem: ShownProblem; words: ApprovalMessages };

/** Why a request of the inbox failed. */
export function ApprovalProblem({ id, problem, words }: ApprovalProblemProps): ReactElement {
  const { code, retryAfterMs } = problem;
  const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, words.locale);
  const sentence = sentenceFor(words, { code, wait, isOffline: navigator.onLine === false });
  return <Problem {...(id !== undefined && { id })} code={code} sentence={sentence} />;
}

type FailedListProps = { problem: ShownProblem; words: ApprovalMessages; onRetry: () => void };

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
