'use client';
import type { ReactElement, ReactNode, RefObject } from 'react';
import type { LoginAtContact } from '../../login/loginState.js';
import { type ClickMethod, sameMethod } from '../../login/methods.js';
import { useLoginScreen } from '../screenContext.js';

type RowNoteProps = {
  login: LoginAtContact;
  method: ClickMethod;
  /** The error of the last attempt. */
  problem: ReactNode;
  row: RefObject<HTMLButtonElement | null>;
  onSignUp: () => void;
};

/** What a method's row has to say, below it: a dialog that is open, an error with an action, or help after a closed dialog. */
export function RowNote({ login, method, problem, row, onSignUp }: RowNoteProps): ReactElement | null {
  const { messages, part } = useLoginScreen();
  const { pending, tried, busy } = login;
  const isPasskey = method.type === 'passkey';
  const link = (label: string, act: () => void) => {
    function press() {
      row.current?.focus(); // the link disappears
      act();
    }
    return (
      <button type="button" {...part('link')} onClick={press}>
        {label}
      </button>
    );
  };
  if (isPasskey && pending && sameMethod(pending, method))
    return (
      <span {...part('message')} role="status">
        {messages.continueOnDevice} {link(messages.cancel, login.cancel)}
      </span>
    );
  if (!tried || !sameMethod(tried, method) || (busy && !problem)) return null;
  const isBlocked = !isPasskey && login.problem?.code === 'POPUP_BLOCKED';
  const mayBeNew = isPasskey && !problem;
  if (!problem && !mayBeNew) return null;
  return (
    <div {...part('message')}>
      {problem}
      {isBlocked && link(messages.continueInTab, () => void login.logInBy(method, 'redirect'))}
      {mayBeNew && link(messages.signUpByPasskey, onSignUp)}
    </div>
  );
}
