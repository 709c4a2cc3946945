'use client';
import { type ReactElement, useId } from 'react';
import { useLogin } from '../../hooks/login.js';
import type { LoginOptions } from '../../login/loginOptions.js';
import type { LoginState } from '../../login/loginState.js';
import type { ClickMethod, ProviderName } from '../../login/methods.js';
import type { LoginMessageChanges } from '../loginMessages.js';
import { useWords } from '../loginWords.js';
import { textOf } from '../messages.js';
import { ProblemNote } from '../ProblemNote.js';
import { LoginForm, type SkinProps } from './LoginForm.js';

export type OauthScreenProps = Pick<LoginOptions, 'onLogin' | 'onError'> &
  SkinProps & {
    /** By their names in the configuration, in order: `['google', { issuer: 'acme' }]`. Default: all enabled ones. */
    providers?: readonly ProviderName[];
    /** Texts to replace; omitted ones keep their defaults. */
    messages?: LoginMessageChanges;
  };

/**
 * Logs people in at identity providers only; new people are signed up. Renders a `<form data-latchkey="oauth">` whose attributes show its
 * state, for styles and tests: `data-step` (contact, window), `data-busy`, and `data-error` with the code of the last failure.
 *
 * @example <OauthScreen providers={['google', 'apple']} />
 */
export function OauthScreen({ providers, messages, onLogin, onError, ...looks }: OauthScreenProps): ReactElement {
  const login = onlyBy('oauth', useLogin({ onLogin, onError, names: providers }));
  const loaded = useWords(messages);
  const { words } = loaded;
  const id = useId();
  const isOff = login.isConfigured && login.at === 'contact' && login.methods.length === 0;
  return (
    <LoginForm
      {...looks}
      skin="oauth"
      login={login}
      loaded={loaded}
      title={textOf(words.contactTitle, login.appName)}
      lead={words.cardLead}
      end={isOff && <ProblemNote id={id} sentence={textOf(words.problems.PROXY_NOT_AVAILABLE, noFacts)} />}
    />
  );
}

/** A login with the methods of one type. The last used one is marked if there are several. */
function onlyBy(type: ClickMethod['type'], login: LoginState): LoginState {
  if (login.at !== 'contact') return login;
  const methods = login.methods.filter((method) => method.type === type);
  const [method = login.method] = methods;
  return { ...login, methods, method, lastUsed: methods.length > 1 ? login.lastUsed : undefined };
}

const noFacts = {
  code: 'PROXY_NOT_AVAILABLE',
  method: 'email',
  by: undefined,
  form: { length: 6, alphanumeric: false },
  wait: undefined,
  isOffline: false,
} as const;
