'use client';
import type { LatchkeyError } from '../../errors.js';
import { type Attempt, useOneAttempt } from '../attempt.js';
import type { TransferMessages } from '../transferMessages.js';

/**
 * One attempt at a time, and what went wrong with the last one.
 *
 * @param onFailure - hears of it first; true where it is no failure for the person
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
