'use client';
import { type ReactElement, useId } from 'react';
import type { ApprovalMessages } from './approvalMessages.js';
import { sentenceFor } from './messages.js';
import { ProblemNote } from './ProblemNote.js';
import { useScreen } from './screen.js';

/** Why a list could not be loaded, and the button that tries again. */
export function FailedList({
  code,
  words,
  onRetry,
}: {
  code: string;
  words: ApprovalMessages;
  onRetry: () => void;
}): ReactElement {
  const { part } = useScreen();
  const id = useId();
  return (
    <div {...part('body')}>
      <ProblemNote id={id} sentence={sentenceFor(words, { code, isOffline: navigator.onLine === false })} />
      <button type="button" {...part('reject')} onClick={onRetry}>
        {words.tryAgain}
      </button>
    </div>
  );
}
