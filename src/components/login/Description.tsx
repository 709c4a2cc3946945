'use client';
import type { ReactElement } from 'react';
import type { LoginAtCode, LoginState } from '../../login/loginState.js';
import { channelOf } from '../../login/methods.js';
import { type OtpScreenParts, useOtpScreen } from '../screen.js';

type DescriptionProps = {
  id: string;
  login: LoginState;
  /** The text of the first step. */
  lead: string;
};

/** The text under the title. The element stays in the page between steps, so that screen readers announce each change. */
export function Description({ id, login, lead }: DescriptionProps): ReactElement {
  const screen = useOtpScreen();
  const { messages, part, isBusy } = screen;
  const channel = channelOf(login.method);
  return (
    <p {...part('lead')}>
      <span id={id} {...part('text')} role="status">
        {login.at === 'code' ? aboutCode(screen, login) : lead}
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
