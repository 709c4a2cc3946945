'use client';
import { type ReactElement, type ReactNode, useRef } from 'react';
import type { LoginAtContact } from '../login/loginState.js';
import { laterScreen } from './laterScreen.js';
import { useScreen } from './screen.js';

type CreatePasskeyProps = {
  login: LoginAtContact;
  /** The typed name; `undefined` before the person changes it. */
  name: string | undefined;
  onName: (name: string | undefined) => void;
  /** The sentence with the button that creates the passkey. */
  children: (create: () => void) => ReactNode;
};

const useNameOfPasskey = laterScreen(async () => (await import('./NameOfPasskey.js')).NameOfPasskey);

/** For people without a passkey: creates one. Its name is shown, and can be changed before; the field is loaded here. */
export function CreatePasskey({ login, name, onName, children }: CreatePasskeyProps): ReactElement {
  const { part } = useScreen();
  const { Screen: NameOfPasskey } = useNameOfPasskey();
  const box = useRef<HTMLDivElement>(null);
  const shown = () => login.appName ?? location.hostname;
  const create = () => void login.signUpByPasskey({ passkeyName: name?.trim() || shown() });

  function pressCreate() {
    const button = box.current?.querySelector('button');
    button?.focus(); // stays where it is, or hands the focus on
    button?.click();
  }

  return (
    <div ref={box} {...part('hint')}>
      {children(create)}
      {NameOfPasskey ? (
        <NameOfPasskey {...{ shown: shown(), name, onName }} onEnter={pressCreate} />
      ) : (
        <span {...part('caption')}>{'\u00a0'}</span>
      )}
    </div>
  );
}
