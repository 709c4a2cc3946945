'use client';
import type { ReactElement } from 'react';
import { useLogin } from '../../hooks/login.js';
import type { LoginOptions } from '../../login/loginOptions.js';
import type { LoginMessageChanges } from '../loginMessages.js';
import { useWords } from '../loginWords.js';
import { textOf } from '../messages.js';
import { useLoginScreen } from '../screenContext.js';
import { LoginForm, type SkinProps } from './LoginForm.js';

export type PasskeyScreenProps = Pick<LoginOptions, 'onLogin' | 'onError'> &
  SkinProps & {
    /** Texts to replace; omitted ones keep their defaults. */
    messages?: LoginMessageChanges;
  };

/**
 * Logs people in with a passkey only; new people create one. Renders a `<form data-latchkey="passkey">` whose attributes show its state,
 * for styles and tests: `data-step` (contact, passkey), `data-busy`, and `data-error` with the code of the last failure.
 *
 * @remarks An account with passkeys alone is lost with them: offer a second login method, as `<AccountPanel />` does.
 * @example <PasskeyScreen onLogin={(session) => greet(session.userId)} />
 */
export function PasskeyScreen({ messages, onLogin, onError, ...looks }: PasskeyScreenProps): ReactElement {
  const login = useLogin({ onLogin, onError, methods });
  const loaded = useWords(messages);
  const { words } = loaded;
  // The link for people without a passkey is always shown, not only after a cancelled dialog.
  const shown = login.at === 'contact' ? { ...login, tried: login.problem && login.tried } : login;
  return (
    <LoginForm
      {...looks}
      skin="passkey"
      login={shown}
      loaded={loaded}
      title={textOf(words.contactTitle, login.appName)}
      lead={words.passkeyLead}
      newPerson={(open, isHidden) => <NewPerson {...{ open, isHidden }} />}
    />
  );
}

const methods = [{ type: 'passkey' }] as const;

function NewPerson({ open, isHidden }: { open: () => void; isHidden: boolean }): ReactElement {
  const { messages, part } = useLoginScreen();
  return (
    <p {...part('footer')} hidden={isHidden}>
      <button type="button" {...part('link')} onClick={open}>
        {messages.signUpByPasskey}
      </button>
    </p>
  );
}
