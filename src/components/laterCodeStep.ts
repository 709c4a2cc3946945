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

/** Loads the code step, which is not part of the first load, while the person types an address. */
export function fetchCodeStep(): void {
  if (isOnline()) fetchStep().catch(() => {}); // reported when it is needed
}

const isOnline = (): boolean => navigator.onLine !== false;

export type LaterCodeStep = {
  readonly CodeStep: Step | undefined;
  /** Why it failed to load, once it was needed. */
  readonly problem: LoginProblem | undefined;
  /** Retries by reloading the page, which returns to the same step, if the device is online. */
  readonly fetchAgain: () => void;
};

/**
 * The code step, once loaded.
 *
 * @param isNeeded - whether it is to be shown
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
