'use client';
import type { ReactElement, ReactNode } from 'react';
import type { LoginAtContact } from '../login/loginState.js';
import { useOtpScreen } from './screen.js';

/** The line under the field: where to go on, what went wrong with a way out, or what may help who gave up a passkey. */
export function UnderField({ login, problem }: { login: LoginAtContact; problem: ReactNode }): ReactElement {
  const { messages, part } = useOtpScreen();
  const { pending, tried, busy } = login;
  const link = (label: string, act: () => void) => (
    <button type="button" {...part('link')} onClick={act}>
      {label}
    </button>
  );
  if (pending)
    return (
      <span {...part('hint')} role="status">
        {pending.type === 'passkey'
          ? messages.continueOnDevice
          : messages.continueThere(pending.label ?? pending.provider)}{' '}
        {link(messages.cancel, login.cancel)}
      </span>
    );
  const isBlocked = login.problem?.code === 'POPUP_BLOCKED' && tried?.type === 'oauth';
  const mayBeNew = tried?.type === 'passkey' && login.problem === undefined && busy === undefined;
  return (
    <>
      {problem}
      {isBlocked && link(messages.continueInTab, () => void login.logInBy(tried, 'redirect'))}
      {mayBeNew && (
        <span {...part('hint')} role="status">
          {messages.noPasskey} {link(messages.createPasskey, () => void login.signUpByPasskey())}
        </span>
      )}
    </>
  );
}
