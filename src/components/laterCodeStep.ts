'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { fetchLater } from '../login/fetchLater.js';
import type { LoginProblem } from '../login/otpMachine.js';
import { fetchLogin } from '../login/otpQuestions.js';
import { problemOf } from '../login/problem.js';
import type { CodeStep } from './CodeStep.js';
import { whenIdle } from './whenIdle.js';

type Step = typeof CodeStep;

let fetched: Step | undefined;
const listeners = new Set<() => void>();

const fetchStep = fetchLater(async () => {
  const [{ CodeStep }] = await Promise.all([import('./CodeStep.js'), fetchLogin()]);
  fetched = CodeStep;
  for (const listener of listeners) listener();
});

/** The step of the code with all that it needs, which is no part of the first load: who types an address needs it next. */
export function fetchCodeStep(): void {
  if (isOnline()) fetchStep().catch(() => {}); // told of when it is needed
}

const isOnline = (): boolean => navigator.onLine !== false;

export type LaterCodeStep = {
  readonly CodeStep: Step | undefined;
  /** Why it is not there, once it was needed. */
  readonly problem: LoginProblem | undefined;
  /** By loading the page again, which comes back to the same step, where the device has a connection. */
  readonly fetchAgain: () => void;
};

/**
 * The step of the code, as soon as it is there.
 *
 * @param isNeeded - it is to be shown
 * @param clock - the device's time in milliseconds since 1970
 */
export function useCodeStep(isNeeded: boolean, clock: () => number): LaterCodeStep {
  const CodeStep = useSyncExternalStore(
    listen,
    () => fetched,
    () => undefined,
  );
  const [problem, setProblem] = useState<LoginProblem>();
  const isMissing = isNeeded && CodeStep === undefined;
  function fetchNow() {
    fetchStep().then(
      () => setProblem(undefined),
      (error: unknown) => setProblem(problemOf(error, clock())),
    );
  }
  useEffect(() => whenIdle(fetchCodeStep), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it is needed, and again when the person asks
  useEffect(() => {
    if (!isMissing) return;
    fetchNow();
    addEventListener('online', fetchNow);
    return () => removeEventListener('online', fetchNow);
  }, [isMissing]);
  const fetchAgain = () => (problem && isOnline() ? location.reload() : fetchNow());
  return { CodeStep, problem: isMissing ? problem : undefined, fetchAgain };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
