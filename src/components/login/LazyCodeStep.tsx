'use client';
import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import type { LoginAtCode } from '../../login/loginState.js';
import type { LoginProblem } from '../../login/otpMachine.js';
import { fetchLogin } from '../../login/otpQuestions.js';
import { problemOf } from '../../login/problem.js';
import { Slots } from '../fields/Slots.js';
import { Submit } from '../fields/Submit.js';
import { lazyScreen } from '../lazyScreen.js';
import { useLoginScreen } from '../screenContext.js';
import { useTelling } from '../useTelling.js';
import type { codeParts } from './codeParts.js';
import { whenIdle } from './whenIdle.js';

const useParts = lazyScreen(async () => {
  const [{ codeParts }] = await Promise.all([import('./codeParts.js'), fetchLogin()]);
  return codeParts;
});

/** Loads the code step, which is not part of the first load, while the person types an address. */
export function fetchCodeStep(): void {
  if (isOnline()) useParts.loadEarly();
}

const isOnline = (): boolean => navigator.onLine !== false;

type LazyCodeStep = Partial<typeof codeParts> & {
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
  const { Screen, lost } = useParts(isNeeded);
  const { clock } = useLatchkey();
  const problem = useMemo(() => lost && problemOf(lost, clock.onDevice()), [lost, clock]);
  useTelling(lost);
  useEffect(() => whenIdle(fetchCodeStep), []);
  const fetchAgain = () => (problem && isOnline() ? location.reload() : useParts.load());
  return { ...Screen, problem: isNeeded ? problem : undefined, fetchAgain };
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
