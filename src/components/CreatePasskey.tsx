'use client';
import { type ReactElement, type ReactNode, useRef } from 'react';
import type { LoginAtContact } from '../login/loginState.js';
import { laterScreen } from './laterScreen.js';
import { useOtpScreen } from './screen.js';

/** A button's look: in a sentence, or beside a field. */
export type CreateLook = 'link' | 'secondary';

type CreatePasskeyProps = {
  login: LoginAtContact;
  /** The typed name; `undefined` before the person changes it. */
  name: string | undefined;
  onName: (name: string | undefined) => void;
  /** The button that creates the passkey. */
  children: (create: () => void, look: CreateLook) => ReactNode;
};

const useNameOfPasskey = laterScreen(async () => (await import('./NameOfPasskey.js')).NameOfPasskey);

/** For people without a passkey: creates one. Its name is shown, and can be changed before; the field is loaded here. */
export function CreatePasskey({ login, name, onName, children }: CreatePasskeyProps): ReactElement {
  const { messages, part } = useOtpScreen();
  const { Screen: NameOfPasskey } = useNameOfPasskey();
  const box = useRef<HTMLDivElement>(null);
  const shown = () => login.appName ?? location.hostname;
  const create = () => void login.signUpByPasskey({ passkeyName: name?.trim() || undefined });

  function pressCreate() {
    const button = box.current?.querySelector('button');
    button?.focus(); // stays where it is, or hands the focus on
    button?.click();
  }

  return (
    <div ref={box} {...part('hint')}>
      {name === undefined && (
        <span role="status">
          {messages.noPasskey} {children(create, 'link')}
        </span>
      )}
      {NameOfPasskey ? (
        <NameOfPasskey {...{ shown: shown(), name, onName }} onEnter={pressCreate}>
          {children(create, 'secondary')}
        </NameOfPasskey>
      ) : (
        <span {...part('caption')}>{'\u00a0'}</span>
      )}
    </div>
  );
}
