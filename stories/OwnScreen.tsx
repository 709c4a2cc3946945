import type { FormEvent, ReactElement } from 'react';
import { type LoginOptions, useLogin } from '../src/index.js';

const sentences: { readonly [code: string]: string } = {
  CONTACT_INVALID: 'Enter an email like name@example.com.',
  CODE_INCOMPLETE: 'That code is too short.',
  OTP_WRONG: 'That code isn’t right. Try again.',
};

/** An app's own login screen: one form for both steps, without any component of the kit. */
export function OwnScreen(options: LoginOptions): ReactElement {
  const login = useLogin(options);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('typed'));
    void (login.at === 'contact' ? login.sendCode(typed) : login.enterCode(typed));
  }

  return (
    <form aria-label="Log in" noValidate onSubmit={submit} onInput={login.typed}>
      {login.at === 'contact' ? (
        <label>
          Email address <input name="typed" type="email" autoComplete="email" defaultValue={login.draft} />
        </label>
      ) : (
        <label key={login.otpId}>
          Code sent to {login.contact.shown} <input name="typed" autoComplete="one-time-code" />
        </label>
      )}
      <button type="submit">{login.busy ? 'One moment…' : 'Continue'}</button>
      {login.at === 'code' && (
        <button type="button" onClick={login.canResend ? login.resendCode : login.changeContact}>
          {login.canResend ? 'Send a new code' : 'Change address'}
        </button>
      )}
      <p role="alert">{login.problem && (sentences[login.problem.code] ?? 'That didn’t work. Try again later.')}</p>
    </form>
  );
}
