'use client';
import { useState } from 'react';
import type { LatchkeyError } from '../errors.js';
import { sentenceFor } from './messages.js';
import { useOtpScreen } from './screen.js';
import { formatWait } from './timeText.js';

export type Attempt = {
  readonly isBusy: boolean;
  /** Why the last one failed: its code. */
  readonly code: string | undefined;
  /** And in a sentence. */
  readonly problem: string | undefined;
  readonly run: (action: () => Promise<unknown>) => Promise<void>;
  readonly refuse: (code: string) => void;
  readonly forgive: () => void;
};

type AttemptOptions = {
  /** A sentence of the screen's own; `null` where the person knows. */
  ownSentence: (code: string) => string | null | undefined;
  /** Hears of a failure first, and of what tries again; true where it is none for the person. */
  onFailure: (error: LatchkeyError, tryAgain: () => void) => boolean;
  /** The provider that it is made at, as people call it. */
  by?: string | undefined;
};

type Failure = { readonly code: string; readonly retryAfterMs?: number | undefined };

/** One attempt at a time, and what went wrong with the last one. */
export function useOneAttempt({ ownSentence, onFailure, by }: AttemptOptions): Attempt {
  const { messages } = useOtpScreen();
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
