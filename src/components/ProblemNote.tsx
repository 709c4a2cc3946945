'use client';
import { type ReactElement, useEffect } from 'react';
import type { CodeForm } from './codeText.js';
import { sentenceFor } from './messages.js';
import type { Method, Problem } from './otpMachine.js';
import type { Skin } from './skin.js';
import { formatWait } from './timeText.js';
import { useSecondsLeft } from './useSecondsLeft.js';

type ProblemNoteProps = {
  id: string;
  skin: Skin;
  problem: Problem;
  method: Method;
  form: CodeForm;
  clock: () => number;
  /** What the service asked to wait for is over. */
  onWaited: () => void;
};

/** Why the last attempt failed, in a sentence that is read out when it appears. */
export function ProblemNote({ id, skin, problem, method, form, clock, onWaited }: ProblemNoteProps): ReactElement {
  const { code, atMs, retryAfterMs } = problem;
  const secondsLeft = useSecondsLeft(atMs + (retryAfterMs ?? Infinity), clock);
  useEffect(() => {
    if (secondsLeft === 0) onWaited();
  });
  const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, skin.messages.locale);
  return (
    <p id={id} {...skin.part('error')} role="alert">
      {sentenceFor(skin.messages, { code, method, form, wait, origin: window.location.origin })}
    </p>
  );
}
