'use client';
import type { LatchkeyError } from '../../errors.js';
import { type Attempt, useOneAttempt } from '../attempt.js';
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
