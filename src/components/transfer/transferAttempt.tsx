'use client';
import type { ReactElement } from 'react';
import type { LatchkeyError } from '../../errors.js';
import { type Attempt, useOneAttempt } from '../attempt.js';
import type { TransferMessages } from '../english/transferMessages.js';
import { lazyScreen } from '../lazyScreen.js';
import { MessageLine } from '../MessageLine.js';
import { ProblemNote } from '../ProblemNote.js';
import { useScreen } from '../screenContext.js';

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

// By itself: the chunk of what other screens share is not loaded for an import.
const useNote = lazyScreen(async () => (await import('../suspended/SuspendedNote.js')).SuspendedNote);

type TransferProblemProps = { id: string; code: string | undefined; sentence: string };

/** Why it failed; to who is suspended, what they can still do, and whom to ask. */
export function TransferProblem({ id, code, sentence }: TransferProblemProps): ReactElement | null {
  const isSuspended = code === 'SUSPENDED';
  const { Screen: Note, lost } = useNote(isSuspended);
  if (!isSuspended || lost) return <ProblemNote id={id} sentence={sentence} />;
  return Note ? <Note id={id} /> : null;
}

type SubmitAttemptProps = {
  attempt: Attempt;
  label: string;
  /** Of the error, for the field that it is about. */
  id: string;
};

/** The last attempt's error, and the submit button. */
export function SubmitAttempt({ attempt, label, id }: SubmitAttemptProps): ReactElement {
  const { part } = useScreen();
  const { isBusy, problem } = attempt;
  return (
    <>
      <MessageLine>
        {problem !== undefined && <TransferProblem id={id} code={attempt.code} sentence={problem} />}
      </MessageLine>
      <button type="submit" {...part('submit')} data-state={isBusy ? 'busy' : undefined} aria-disabled={isBusy}>
        {label}
      </button>
    </>
  );
}
