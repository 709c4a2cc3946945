'use client';
import { type ReactElement, useEffect } from 'react';
import type { CodeForm } from '../login/codeText.js';
import type { Method, Problem } from '../login/otpMachine.js';
import { Icon } from './icons.js';
import { sentenceFor } from './messages.js';
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
  /** What had to be waited for is over. */
  onWaited: () => void;
};

/** Why the last attempt failed, in a sentence that is read out when it appears. */
export function ProblemNote({ id, skin, problem, method, form, clock, onWaited }: ProblemNoteProps): ReactElement {
  const { code, atMs, retryAfterMs, isOffline } = problem;
  const secondsLeft = useSecondsLeft(atMs + (retryAfterMs ?? Infinity), clock);
  useEffect(() => {
    if (secondsLeft === 0) onWaited();
  });
  useEffect(() => {
    if (!isOffline) return;
    window.addEventListener('online', onWaited);
    return () => window.removeEventListener('online', onWaited);
  });
  const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, skin.messages.locale);
  return (
    <div id={id} {...skin.part('error')} role="alert">
      <Icon skin={skin} name="alert" />
      {sentenceFor(skin.messages, { code, method, form, wait, isOffline })}
    </div>
  );
}
