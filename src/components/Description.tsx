'use client';
import type { ReactElement } from 'react';
import type { LoginAtCode, LoginState } from '../login/loginState.js';
import { type OtpScreenParts, useOtpScreen } from './screen.js';

/** What this step asks, under its title. It stays in the page from step to step, so that a screen reader tells of each change. */
export function Description({ id, login }: { id: string; login: LoginState }): ReactElement {
  const screen = useOtpScreen();
  const { messages, part, isBusy } = screen;
  const { channel } = login.method;
  return (
    <p {...part('lead')}>
      <span id={id} {...part('text')} role="status">
        {login.at === 'code' ? aboutCode(screen, login) : messages.contactLead(channel)}
      </span>
      {login.at === 'code' && (
        <>
          {' '}
          <button
            type="button"
            {...part('link')}
            aria-label={messages.editName(channel)}
            aria-disabled={isBusy}
            onClick={isBusy ? undefined : login.changeContact}
          >
            {messages.edit}
          </button>
        </>
      )}
    </p>
  );
}

function aboutCode(
  { messages, part }: OtpScreenParts,
  { contact, form, isRepeated, isOver }: LoginAtCode,
): ReactElement {
  const [before, after] = isOver ? messages.expiredLead : messages.codeLead(form, isRepeated);
  return (
    <>
      {before}
      <bdi {...part('address')} data-method={contact.channel}>
        {contact.shown}
      </bdi>
      {after}
    </>
  );
}
