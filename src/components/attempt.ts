'use client';
import { useState } from 'react';
import type { LatchkeyError } from '../errors.js';
import { useKit } from '../hooks/context.js';
import { sentenceFor } from './messages.js';
import { useLoginScreen } from './screenContext.js';
import { formatWait } from './timeText.js';

export type Attempt = {
  readonly isBusy: boolean;
  /** The code of the last attempt's error. */
  readonly code: string | undefined;
  /** The error as a sentence. */
  readonly problem: string | undefined;
  readonly run: (action: () => Promise<unknown>) => Promise<void>;
  readonly refuse: (code: string) => void;
  readonly forgive: () => void;
};

type AttemptOptions = {
  /** The screen's own sentence for an error; `null` if the person needs none. */
  ownSentence: (code: string) => string | null | undefined;
  /** Called first with a failure and a function that tries again; returns true if the person need not see it. */
  onFailure: (error: LatchkeyError, tryAgain: () => void) => boolean;
  /** The provider's name, as people know it. */
  by?: string | undefined;
};

type Failure = { readonly code: string; readonly retryAfterMs?: number | undefined };

/** Runs one attempt at a time, and holds the last one's error. */
export function useOneAttempt({ ownSentence, onFailure, by }: AttemptOptions): Attempt {
  const { messages } = useLoginScreen();
  const { tellOf } = useKit();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function run(action: () => Promise<unknown>): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await action();
      setFailure(undefined);
    } catch (error) {
      const { code = 'OTHER', retryAfterMs } = error as { code?: string; retryAfterMs?: number };
      const isNone = onFailure(error as LatchkeyError, () => void run(action));
      setFailure(isNone ? undefined : { code, retryAfterMs });
      if (!isNone && ownSentence(code) !== null) tellOf(error as LatchkeyError);
    } finally {
      setIsBusy(false);
    }
  }

  function sentence(): string | undefined {
    if (failure === undefined) return undefined;
    const { code, retryAfterMs } = failure;
    const own = ownSentence(code);
    if (own !== undefined) return own ?? undefined;
    const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, messages.locale);
    const form = { length: 6, alphanumeric: false };
    return sentenceFor(messages, { code, method: 'email', by, form, wait, isOffline: navigator.onLine === false });
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
