'use client';
import type { ReactElement } from 'react';
import { useLogin } from '../../hooks/login.js';
import type { LoginOptions } from '../../login/loginOptions.js';
import { channelOf, type OtpChannel, otpBy } from '../../login/methods.js';
import { useWords } from '../loginWords.js';
import { textOf } from '../messages.js';
import type { OtpMessageChanges } from '../otpMessages.js';
import { LoginForm, type SkinProps } from './LoginForm.js';

export type OtpScreenProps = Pick<LoginOptions, 'onLogin' | 'onError' | 'defaultContact' | 'codeLifetimeSeconds'> &
  SkinProps & {
    /** The channels of codes, in order. Default: what the configuration has enabled; e-mail until it is known. */
    methods?: readonly OtpChannel[];
    /** Texts to replace; omitted ones keep their defaults. */
    messages?: OtpMessageChanges;
  };

/**
 * Logs people in with a one-time code: asks for a contact, then for the code that was sent to it. Renders a `<form data-latchkey="otp">`
 * whose attributes show its state, for styles and tests: `data-step` (contact, code), `data-busy`, and `data-error` with the code of the
 * last failure.
 */
export function OtpScreen({ methods, messages, ...props }: OtpScreenProps): ReactElement {
  const { classNames, autoFocus, elevation, ...options } = props;
  const login = useLogin({ ...options, methods: methods?.map(otpBy) });
  const loaded = useWords(messages);
  const { words } = loaded;
  return (
    <LoginForm
      {...{ classNames, autoFocus, elevation }}
      skin="otp"
      login={login}
      loaded={loaded}
      title={textOf(words.contactTitle, login.appName)}
      lead={words.contactLead(channelOf(login.method))}
    />
  );
}
