'use client';
import type { ReactElement } from 'react';
import { sentenceFor } from '../messages.js';
import { useLoginScreen } from '../screenContext.js';
import { Problem as Note } from '../suspended/Problem.js';
import { formatWait } from '../timeText.js';

type Problem = { readonly code: string; readonly retryAfterMs?: number | undefined };

type WalletProblemProps = { problem: Problem; tryAgain: string; onRetry: () => void };

/** Why something could not be loaded, and the button that tries again. */
export function WalletProblem({ problem, tryAgain, onRetry }: WalletProblemProps): ReactElement {
  const { messages, part } = useLoginScreen();
  const { code, retryAfterMs } = problem;
  const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, messages.locale);
  const form = { length: 6, alphanumeric: false };
  const isOffline = navigator.onLine === false;
  const sentence = sentenceFor(messages, { code, method: 'email', by: undefined, form, wait, isOffline });
  return (
    <div {...part('body')}>
      <div {...part('message')}>
        <Note code={code} sentence={sentence} />
      </div>
      <button type="button" {...part('secondary')} onClick={onRetry}>
        {tryAgain}
      </button>
    </div>
  );
}
