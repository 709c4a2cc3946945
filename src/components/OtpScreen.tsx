'use client';
import type { ReactElement } from 'react';
import { useLogin } from '../hooks/login.js';
import type { LoginOptions } from '../login/loginOptions.js';
import { channelOf, type OtpChannel, otpBy } from '../login/methods.js';
import { LoginForm, type SkinProps } from './LoginForm.js';
import { said } from './messages.js';
import type { OtpMessageChanges } from './otpMessages.js';
import { useWords } from './useWords.js';

export type OtpScreenProps = Pick<LoginOptions, 'onLogin' | 'defaultContact' | 'codeLifetimeSeconds'> &
  SkinProps & {
    /** How a code may travel, first choice first. Default: what the configuration has switched on; e-mail until that is known. */
    methods?: readonly OtpChannel[];
    /** Words to change; what is left out stays. */
    messages?: OtpMessageChanges;
  };

/**
 * Asks for an address, then for the code that was sent to it. Renders a `<form data-latchkey="otp">` whose state can be read,
 * and styled, from outside: `data-step` (contact, code), `data-busy`, and `data-error` with the code of the last failure.
 */
export function OtpScreen({ methods, messages, ...props }: OtpScreenProps): ReactElement {
  const { classNames, autoFocus, elevation, ...options } = props;
  const login = useLogin({ ...options, methods: methods?.map(otpBy) });
  const spoken = useWords(messages);
  const { words } = spoken;
  return (
    <LoginForm
      {...{ classNames, autoFocus, elevation }}
      skin="otp"
      login={login}
      spoken={spoken}
      title={said(words.contactTitle, login.appName)}
      lead={words.contactLead(channelOf(login.method))}
    />
  );
}
