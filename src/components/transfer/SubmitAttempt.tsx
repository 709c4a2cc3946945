'use client';
import { type ReactElement, useId } from 'react';
import type { Attempt } from '../attempt.js';
import { ProblemNote } from '../ProblemNote.js';
import { useScreen } from '../screen.js';

/** What went wrong with the last attempt, and the button that makes one. */
export function SubmitAttempt({ attempt, label }: { attempt: Attempt; label: string }): ReactElement {
  const { part } = useScreen();
  const id = useId();
  const { isBusy, problem } = attempt;
  return (
    <>
      <div {...part('message')}>{problem !== undefined && <ProblemNote id={id} sentence={problem} />}</div>
      <button type="submit" {...part('submit')} data-state={isBusy ? 'busy' : undefined} aria-disabled={isBusy}>
        {label}
      </button>
    </>
  );
}
