'use client';
import { type ReactElement, useId } from 'react';
import { useLogin } from '../../hooks/login.js';
import type { LoginOptions } from '../../login/loginOptions.js';
import type { ProviderName } from '../../login/methods.js';
import type { LoginMessageChanges } from '../loginMessages.js';
import { textOf } from '../messages.js';
import { ProblemNote } from '../ProblemNote.js';
import { useWords } from '../useWords.js';
import { LoginForm, type SkinProps } from './LoginForm.js';
import { onlyBy } from './onlyBy.js';

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

const noFacts = {
  code: 'PROXY_NOT_AVAILABLE',
  method: 'email',
  by: undefined,
  form: { length: 6, alphanumeric: false },
  wait: undefined,
  isOffline: false,
} as const;
