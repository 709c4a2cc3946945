'use client';
import { type ReactElement, useId } from 'react';
import type { LatchkeyError } from '../../errors.js';
import { type Attempt, useOneAttempt } from '../attempt.js';
import { MessageLine } from '../MessageLine.js';
import { useScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import type { TransferMessages } from './transferMessages.js';

/**
 * Runs one attempt at a time, and holds the last one's error.
 *
 * @param onFailure - called first; returns true if the person need not see the error
 */
export function useTransferAttempt(
  { problems }: TransferMessages,
  onFailure: (error: LatchkeyError) => boolean,
): Attempt {
  return useOneAttempt({
    ownSentence: (code) => (Object.hasOwn(problems, code) ? problems[code] : undefined),
    onFailure,
  });
}

/** The last attempt's error, and the submit button. */
export function SubmitAttempt({ attempt, label }: { attempt: Attempt; label: string }): ReactElement {
  const { part } = useScreen();
  const id = useId();
  const { isBusy, problem } = attempt;
  return (
    <>
      <MessageLine>{problem !== undefined && <Problem id={id} code={attempt.code} sentence={problem} />}</MessageLine>
      <button type="submit" {...part('submit')} data-state={isBusy ? 'busy' : undefined} aria-disabled={isBusy}>
        {label}
      </button>
    </>
  );
}
