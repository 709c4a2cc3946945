'use client';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import type { LoginAtContact } from '../../login/loginState.js';
import { visible } from '../../reading/visible.js';
import { MessageLine } from '../MessageLine.js';
import { useLoginScreen } from '../screenContext.js';
import { latinDigits } from '../timeText.js';
import { useFocusWhileShown } from '../useFocusWhileShown.js';

type PasskeySignUpProps = {
  id: string;
  login: LoginAtContact;
  /** The typed e-mail address, if there is one. */
  email: string | undefined;
  problem: ReactNode;
};

/** The step in which a new person creates a passkey. Its name is also theirs, until they give themselves another one. */
export function PasskeySignUp({ id, login, email, problem }: PasskeySignUpProps): ReactElement {
  const { messages, part, isBusy, clock } = useLoginScreen();
  const field = useFocusWhileShown<HTMLInputElement>();
  const day = new Intl.DateTimeFormat(messages.locale, { dateStyle: 'medium', ...latinDigits }).format(clock());

  function create() {
    const typed = visible(field.current?.value ?? '').trim();
    void login.signUpByPasskey({ passkeyName: typed || field.current?.defaultValue });
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isBusy) return;
    event.preventDefault();
    create();
  }

  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <div {...part('caption')}>
          <label {...part('label')} htmlFor={id}>
            {messages.passkeyName}
          </label>
        </div>
        <input
          ref={field}
          id={id}
          {...part('input')}
          form={`${id}-none`} // of no form, so that Enter does not send a code
          dir="auto"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={64}
          readOnly={isBusy}
          defaultValue={email ?? `${login.appName ?? location.hostname}, ${day}`}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onKeyDown={press}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <MessageLine>
          {login.pending ? (
            <span role="status">
              {messages.continueOnDevice}{' '}
              <button
                type="button"
                {...part('link')}
                onClick={() => {
                  field.current?.focus(); // this button disappears
                  login.cancel();
                }}
              >
                {messages.cancel}
              </button>
            </span>
          ) : (
            problem && <span id={`${id}-problem`}>{problem}</span>
          )}
        </MessageLine>
      </div>
      <button type="button" {...part('submit')} aria-disabled={isBusy} onClick={isBusy ? undefined : create}>
        {messages.createPasskey}
      </button>
    </div>
  );
}
