'use client';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useBeforePaint } from '../hooks/useBeforePaint.js';
import type { LoginAtContact } from '../login/loginState.js';
import { type ClickMethod, methodName } from '../login/methods.js';
import { type CreateLook, CreatePasskey } from './CreatePasskey.js';
import { useOtpScreen } from './screen.js';

/** The line under the field: a link to continue, the error with an action, or help after a cancelled passkey dialog. */
export function UnderField({ login, problem }: { login: LoginAtContact; problem: ReactNode }): ReactElement {
  const { messages, part } = useOtpScreen();
  const { pending, tried, busy } = login;
  const [passkeyName, setPasskeyName] = useState<string>();
  if (pending)
    return (
      <span {...part('hint')} role="status">
        {pending.type === 'passkey'
          ? messages.continueOnDevice
          : messages.continueThere(pending.label ?? pending.provider)}{' '}
        <Link label={messages.cancel} about={pending} act={login.cancel} />
      </span>
    );
  const isBlocked = login.problem?.code === 'POPUP_BLOCKED' && tried?.type === 'oauth';
  const mayBeNew = tried?.type === 'passkey' && login.problem === undefined && busy === undefined;
  return (
    <>
      {problem}
      {isBlocked && (
        <Link label={messages.continueInTab} about={tried} act={() => void login.logInBy(tried, 'redirect')} />
      )}
      {mayBeNew && (
        <CreatePasskey login={login} name={passkeyName} onName={setPasskeyName}>
          {(create, look) => <Link look={look} label={messages.createPasskey} about={tried} act={create} />}
        </CreatePasskey>
      )}
    </>
  );
}

type LinkProps = { label: string; about: ClickMethod; act: () => void; look?: CreateLook };

/** Disappears when it was pressed, or when its subject is over; the focus then returns to that method's row. */
function Link({ label, about, act, look = 'link' }: LinkProps): ReactElement {
  const { part } = useOtpScreen();
  const link = useRef<HTMLButtonElement>(null);
  const name = methodName(about);
  useBeforePaint(() => {
    const shown = link.current;
    return () => {
      if (document.activeElement !== shown) return;
      const form = shown?.closest('form');
      const rows = [...(form?.querySelectorAll<HTMLElement>('[data-method]') ?? [])];
      (rows.find(({ dataset }) => dataset.method === name) ?? form?.querySelector('input'))?.focus();
    };
  }, [name]);
  return (
    <button ref={link} type="button" {...part(look)} onClick={act}>
      {label}
    </button>
  );
}
