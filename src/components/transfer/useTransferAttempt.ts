'use client';
import { useState } from 'react';
import type { LatchkeyError } from '../../errors.js';
import { sentenceFor } from '../messages.js';
import { useOtpScreen } from '../screen.js';
import { formatWait } from '../timeText.js';
import type { TransferMessages } from '../transferMessages.js';

export type TransferAttempt = {
  readonly isBusy: boolean;
  /** Why the last one failed: its code. */
  readonly code: string | undefined;
  /** And in a sentence. */
  readonly problem: string | undefined;
  readonly run: (action: () => Promise<void>) => Promise<void>;
  readonly refuse: (code: string) => void;
  readonly forgive: () => void;
};

type Failure = { readonly code: string; readonly retryAfterMs?: number | undefined };

/**
 * One attempt at a time, and what went wrong with the last one.
 *
 * @param onFailure - hears of it first; true where it is no failure for the person
 */
export function useTransferAttempt(
  words: TransferMessages,
  onFailure: (error: LatchkeyError) => boolean,
): TransferAttempt {
  const { messages } = useOtpScreen();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function run(action: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await action();
      setFailure(undefined);
    } catch (error) {
      const { code = 'OTHER', retryAfterMs } = error as { code?: string; retryAfterMs?: number };
      setFailure(onFailure(error as LatchkeyError) ? undefined : { code, retryAfterMs });
    } finally {
      setIsBusy(false);
    }
  }

  function sentence(): string | undefined {
    if (failure === undefined) return undefined;
    const { code, retryAfterMs } = failure;
    const own = Object.hasOwn(words.problems, code) ? words.problems[code] : undefined;
    if (own !== undefined) return own;
    const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, messages.locale);
    const form = { length: 6, alphanumeric: false };
    const isOffline = navigator.onLine === false;
    return sentenceFor(messages, { code, method: 'email', by: undefined, form, wait, isOffline });
  }

  return {
    isBusy,
    code: failure?.code,
    problem: sentence(),
    run,
    refuse: (code) => setFailure({ code }),
    forgive: () => setFailure(undefined),
  };
}
