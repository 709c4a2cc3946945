'use client';
import type { ReactElement, ReactNode } from 'react';
import { useLogin } from '../hooks/login.js';
import type { LoginOptions } from '../login/loginOptions.js';
import { Brand } from './Brand.js';
import { Legal } from './Legal.js';
import { LoginForm, type SkinProps } from './LoginForm.js';
import type { LoginMessageChanges } from './loginMessages.js';
import { said } from './messages.js';
import { useWords } from './useWords.js';

export type LoginCardProps = Pick<LoginOptions, 'onLogin' | 'defaultContact' | 'codeLifetimeSeconds'> &
  SkinProps & {
    /**
     * The ways to log in by the names that `wallet_kit_config` has for them, first choice first: `['email', 'google', 'passkey']`. A
     * provider or passkeys that the configuration has not switched on are left out; where nothing is left, and by default, it is all that it
     * has. E-mail until that is known, where none is named.
     */
    methods?: readonly string[];
    /** In the place of the configuration's logo; `null` for none. An image of 40 by 40, or a wordmark of up to 28 in height. */
    logo?: ReactNode;
    /** In the place of “Log in to” and the configuration's `appName`. */
    title?: string;
    /** Where the terms stand that a person agrees to. */
    terms?: string | undefined;
    /** Where it stands what is done with a person's data. */
    privacy?: string | undefined;
    /** Below the ways to log in. */
    footer?: ReactNode;
    /** Words to change; what is left out stays. */
    messages?: LoginMessageChanges;
  };

/** What a dialog adds. */
type InDialog = { onClose?: (() => void) | undefined };

/**
 * All ways to log in on one card: who is new is signed up, who is known is logged in, and nobody is asked which they are. Renders a
 * `<form data-latchkey="login">` whose state can be read, and styled, from outside: `data-step` (contact, code), `data-busy`, and
 * `data-error` with the code of the last failure.
 *
 * @example <LoginCard terms="https://acme.example/terms" privacy="https://acme.example/privacy" />
 */
export function LoginCard(props: LoginCardProps & InDialog): ReactElement {
  const { methods, messages, logo, title, terms, privacy, footer, onClose, ...rest } = props;
  const { classNames, autoFocus, elevation, ...options } = rest;
  const login = useLogin({ ...options, names: methods });
  const spoken = useWords(messages);
  const { words } = spoken;
  return (
    <LoginForm
      {...{ classNames, autoFocus, elevation, onClose }}
      skin="login"
      login={login}
      spoken={spoken}
      title={title ?? said(words.contactTitle, login.appName)}
      lead={words.cardLead}
      brand={<Brand logo={logo} logoUrl={login.logoUrl} />}
      end={<Legal {...{ terms, privacy, footer }} />}
    />
  );
}
