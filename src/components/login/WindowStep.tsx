'use client';
import type { ReactElement } from 'react';
import type { LoginAtContact } from '../../login/loginState.js';
import type { OauthMethod } from '../../login/methods.js';
import { textOf } from '../messages.js';
import { useLoginScreen } from '../screenContext.js';
import { useFocusWhileShown } from '../useFocusWhileShown.js';

/** While a person is in a provider's window: to bring it back, or to log in another way. */
export function WindowStep({ login, method }: { login: LoginAtContact; method: OauthMethod }): ReactElement {
  const { messages, part, isBusy } = useLoginScreen();
  const again = useFocusWhileShown<HTMLButtonElement>();
  return (
    <div {...part('body')}>
      <button
        ref={again}
        type="button"
        {...part('submit')}
        data-state={isBusy ? 'busy' : undefined}
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : () => void login.logInBy(method)}
      >
        {isBusy ? textOf(messages.leaving, login.appName) : messages.openAgain}
      </button>
      <button type="button" {...part('secondary')} aria-disabled={isBusy} onClick={isBusy ? undefined : login.cancel}>
        {messages.anotherWay}
      </button>
    </div>
  );
}
