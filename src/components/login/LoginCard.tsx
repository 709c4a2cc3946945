'use client';
import type { ReactElement, ReactNode } from 'react';
import { useLogin } from '../../hooks/login.js';
import type { LoginOptions } from '../../login/loginOptions.js';
import type { MethodName } from '../../login/methods.js';
import type { LoginMessageChanges } from '../loginMessages.js';
import { useWords } from '../loginWords.js';
import { textOf } from '../messages.js';
import { Brand } from './Brand.js';
import { Legal } from './Legal.js';
import { LoginForm, type SkinProps } from './LoginForm.js';

export type LoginCardProps = Pick<LoginOptions, 'onLogin' | 'onError' | 'defaultContact' | 'codeLifetimeSeconds'> &
  SkinProps & {
    /**
     * The login methods by their names in the configuration, in order: `['email', 'google', { issuer: 'acme' }, 'passkey']`. Providers and
     * passkeys that it has not enabled are left out; if nothing is left, and by default, all enabled ones are shown. Until it is known,
     * without a value, e-mail is.
     */
    methods?: readonly MethodName[];
    /** Replaces the configuration's logo; `null` for none. An image of 40 by 40, or a wordmark of up to 28 in height. */
    logo?: ReactNode;
    /** Replaces “Log in to” and the configuration's `appName`. */
    title?: string;
    /** URL of the terms that a person agrees to. */
    terms?: string | undefined;
    /** URL of the privacy policy. */
    privacy?: string | undefined;
    /** Shown below the login methods. */
    footer?: ReactNode;
    /** Texts to replace; omitted ones keep their defaults. */
    messages?: LoginMessageChanges;
  };

/** What a dialog adds. */
type InDialog = { onClose?: (() => void) | undefined };

/**
 * All login methods on one card; new people are signed up. Renders a `<form data-latchkey="login">` whose attributes show its state, for
 * styles and tests: `data-step` (contact, window, passkey, code), `data-busy`, and `data-error` with the code of the last failure.
 *
 * @example <LoginCard terms="https://acme.example/terms" privacy="https://acme.example/privacy" />
 */
export function LoginCard(props: LoginCardProps & InDialog): ReactElement {
  const { methods, messages, logo, title, terms, privacy, footer, onClose, ...rest } = props;
  const { classNames, autoFocus, elevation, ...options } = rest;
  const login = useLogin({ ...options, names: methods });
  const loaded = useWords(messages);
  const { words } = loaded;
  return (
    <LoginForm
      {...{ classNames, autoFocus, elevation, onClose }}
      skin="login"
      login={login}
      loaded={loaded}
      title={title ?? textOf(words.contactTitle, login.appName)}
      lead={words.cardLead}
      brand={<Brand logo={logo} logoUrl={login.logoUrl} />}
      end={<Legal {...{ terms, privacy, footer }} />}
    />
  );
}
