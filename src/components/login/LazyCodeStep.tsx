'use client';
import { type ReactElement, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { LatchkeyError } from '../../errors.js';
import { useKit } from '../../hooks/context.js';
import { lazyPart } from '../../login/lazyPart.js';
import type { LoginAtCode } from '../../login/loginState.js';
import type { LoginProblem } from '../../login/otpMachine.js';
import { fetchLogin } from '../../login/otpQuestions.js';
import { problemOf } from '../../login/problem.js';
import { Slots } from '../fields/Slots.js';
import { Submit } from '../fields/Submit.js';
import { useLoginScreen } from '../screenContext.js';
import type { codeParts } from './codeParts.js';
import { whenIdle } from './whenIdle.js';

type Parts = typeof codeParts;

let fetched: Parts | undefined;
const listeners = new Set<() => void>();

const fetchStep = lazyPart(async () => {
  const [{ codeParts }] = await Promise.all([import('./codeParts.js'), fetchLogin()]);
  fetched = codeParts;
  for (const listener of listeners) listener();
});

/** Loads the code step, which is not part of the first load, while the person types an address. */
export function fetchCodeStep(): void {
  if (isOnline()) fetchStep().catch(() => {}); // reported when it is needed
}

const isOnline = (): boolean => navigator.onLine !== false;

type LazyCodeStep = Partial<Parts> & {
  /** Why it failed to load, once it was needed. */
  readonly problem: LoginProblem | undefined;
  /** Retries by reloading the page, which returns to the same step, if the device is online. */
  readonly fetchAgain: () => void;
};

/**
 * The code step, once loaded.
 *
 * @param isNeeded - whether it is to be shown
 */
export function useCodeStep(isNeeded: boolean): LazyCodeStep {
  const { client, tellOf } = useKit();
  const parts = useSyncExternalStore(
    listen,
    () => fetched,
    () => undefined,
  );
  const [problem, setProblem] = useState<LoginProblem>();
  const isMissing = isNeeded && parts === undefined;
  function fetchNow() {
    fetchStep().then(
      () => setProblem(undefined),
      (error: LatchkeyError) => {
        setProblem(problemOf(error, client.clock.onDevice()));
        tellOf(error);
      },
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
  return { ...parts, problem: isMissing ? problem : undefined, fetchAgain };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A placeholder of the code step while its script loads: of the same size, so that nothing moves. */
export function CodeStepPlaceholder({ login, problem }: { login: LoginAtCode; problem: ReactNode }): ReactElement {
  const { messages, part } = useLoginScreen();
  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <Slots form={login.form} />
        <div {...part('message')}>{problem}</div>
      </div>
      <Submit label={problem ? messages.reload : messages.continue} />
      <p {...part('footer')} />
    </div>
  );
}
