'use client';
import type { ReactElement } from 'react';
import type { LoginAtCode, LoginState } from '../../login/loginState.js';
import { channelOf } from '../../login/methods.js';
import type { LoginProblem } from '../../login/otpMachine.js';
import type { LoginMessages } from '../loginMessages.js';
import { sentenceFor } from '../messages.js';
import { type LoginScreenParts, useLoginScreen } from '../screenContext.js';
import { formatWait } from '../timeText.js';

type LoginDescriptionProps = {
  id: string;
  login: LoginState;
  /** The text of the first step. */
  lead: string;
};

/** The text under the title. The element stays in the page between steps, so that screen readers announce each change. */
export function LoginDescription({ id, login, lead }: LoginDescriptionProps): ReactElement {
  const screen = useLoginScreen();
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
  { messages, part }: LoginScreenParts,
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

/** The title of a step. @param first - that of the first one */
export function loginTitle(login: LoginState, words: LoginMessages, first: string): string {
  if (login.at === 'contact') return first;
  if (login.isOver) return login.isLocked ? words.lockedTitle : words.expiredTitle;
  return words.codeTitle(login.method.channel);
}

/** What a person reads about an error. */
export function sentenceAbout(problem: LoginProblem, login: LoginState, words: LoginMessages): string {
  const { method, form } = login;
  const { code, retryAfterMs, isOffline } = problem;
  const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, words.locale);
  return sentenceFor(words, { code, method: channelOf(method), by: byOf(login, words), form, wait, isOffline });
}

/** The method of the last attempt, if it was not a code. */
function byOf(login: LoginState, words: LoginMessages): string | undefined {
  const tried = login.at === 'contact' ? login.tried : undefined;
  if (tried === undefined) return undefined;
  return tried.type === 'passkey' ? words.passkey : (tried.label ?? tried.provider);
}
