'use client';
import type { ReactElement, RefObject } from 'react';
import type { LoginAtCode } from '../../login/loginState.js';
import { CodeField } from '../fields/CodeField.js';
import type { FieldProps } from '../fields/fieldProps.js';
import { Submit } from '../fields/Submit.js';
import { textOf } from '../messages.js';
import { useLoginScreen } from '../screenContext.js';
import { formatCountdown } from '../timeText.js';
import { useHasPassed, useSecondsLeft } from '../useSecondsLeft.js';
import { inboxOf } from './mailHosts.js';

type CodeStepProps = FieldProps & { login: LoginAtCode; resendButton: RefObject<HTMLButtonElement | null> };

/** The step in which the code is typed, with resending. When the code is over, resending is the only action. */
export function CodeStep({ login, resendButton, ...props }: CodeStepProps): ReactElement {
  const { messages, part } = useLoginScreen();
  const { otpId, form, method, contact, busy, isOver, canResend, expiresAtMs, appName } = login;
  const inbox = method.channel === 'email' ? inboxOf(contact.address) : undefined;
  const isEnding = useHasPassed(expiresAtMs - 60_000);
  const busyLabel = busy === 'leaving' ? textOf(messages.leaving, appName) : messages.checking;
  const resend = { login, button: resendButton };
  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <label {...part('unseen')} htmlFor={props.id}>
          {textOf(messages.codeLabel, form)}
        </label>
        <CodeField
          key={otpId}
          {...props}
          form={form}
          isTexted={method.channel === 'sms'}
          isLocked={isOver}
          onWhole={(code) => void login.enterCode(code)}
        />
        <div {...part('message')}>{props.problem ?? (isEnding && !isOver && <Expiry untilMs={expiresAtMs} />)}</div>
      </div>
      {isOver ? <Resend {...resend} as="submit" /> : <Submit label={busy ? busyLabel : messages.continue} />}
      {isOver ? <p {...part('footer')} /> : <Resend {...resend} as="link" />}
      {inbox && (
        <p {...part('footer')}>
          <a {...part('link')} href={inbox.url} target="_blank" rel="noopener noreferrer">
            {messages.openMail(inbox.name)}
          </a>
        </p>
      )}
      <span {...part('unseen')} aria-live="polite">
        {!isOver && (isEnding ? messages.expiresSoon : canResend && messages.resendReady)}
      </span>
    </div>
  );
}

type ResendProps = {
  login: LoginAtCode;
  /** The only action, or one beside others. */
  as: 'submit' | 'link';
  button: RefObject<HTMLButtonElement | null>;
};

/** Requests another code, once allowed; until then the time is shown beside the button, and is not part of its name. */
function Resend({ login, as, button }: ResendProps): ReactElement {
  const { messages, part, isBusy } = useLoginScreen();
  const seconds = useSecondsLeft(login.resendAtMs);
  const isWaiting = isBusy || seconds > 0;
  const busyOrWaiting = isBusy ? 'busy' : 'waiting';
  const drawn = (
    <button
      ref={button}
      type="button"
      {...part(as)}
      data-state={isWaiting ? busyOrWaiting : undefined}
      aria-disabled={isWaiting}
      onClick={isWaiting ? undefined : () => void login.resendCode()}
    >
      {seconds > 0 && as === 'link' ? messages.resendLater : messages.resend}
    </button>
  );
  if (as === 'submit') return drawn;
  return (
    <p {...part('footer')}>
      {messages.resendQuestion} {drawn} {seconds > 0 && messages.resendIn(formatCountdown(seconds))}
    </p>
  );
}

/** The remaining lifetime of the code, for the eye; screen readers announce it once, in words. */
function Expiry({ untilMs }: { untilMs: number }): ReactElement {
  const { messages, part } = useLoginScreen();
  const seconds = useSecondsLeft(untilMs);
  return (
    <span {...part('expiry')} role="timer">
      {messages.expiresIn(formatCountdown(seconds))}
    </span>
  );
}
