'use client';
import type { ReactElement, ReactNode } from 'react';
import type { LoginAtCode } from '../../login/loginState.js';
import { Slots } from '../fields/Slots.js';
import { Submit } from '../fields/Submit.js';
import { useOtpScreen } from '../screen.js';

/** A placeholder of the code step while its script loads: of the same size, so that nothing moves. */
export function CodeStepToCome({ login, problem }: { login: LoginAtCode; problem: ReactNode }): ReactElement {
  const { messages, part } = useOtpScreen();
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
