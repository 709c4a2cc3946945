'use client';
import { type ReactElement, useId } from 'react';
import type { Attempt } from '../attempt.js';
import { MessageLine } from '../MessageLine.js';
import { ProblemNote } from '../ProblemNote.js';
import { useScreen } from '../screen.js';

/** The last attempt's error, and the submit button. */
export function SubmitAttempt({ attempt, label }: { attempt: Attempt; label: string }): ReactElement {
  const { part } = useScreen();
  const id = useId();
  const { isBusy, problem } = attempt;
  return (
    <>
      <MessageLine>{problem !== undefined && <ProblemNote id={id} sentence={problem} />}</MessageLine>
      <button type="submit" {...part('submit')} data-state={isBusy ? 'busy' : undefined} aria-disabled={isBusy}>
        {label}
      </button>
    </>
  );
}
