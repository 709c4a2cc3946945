'use client';
import type { ReactElement, RefObject } from 'react';
import type { LoginAtCode } from '../../login/loginState.js';
import { CodeField } from '../fields/CodeField.js';
import { Submit } from '../fields/Submit.js';
import type { StepProps } from '../fields/step.js';
import { textOf } from '../messages.js';
import { useOtpScreen } from '../screen.js';
import { useHasPassed } from '../useSecondsLeft.js';
import { Expiry } from './Expiry.js';
import { inboxOf } from './mailHosts.js';
import { Resend } from './Resend.js';

type CodeStepProps = StepProps & { login: LoginAtCode; resendButton: RefObject<HTMLButtonElement | null> };

/** The step in which the code is typed, with resending. When the code is over, resending is the only action. */
export function CodeStep({ login, resendButton, ...props }: CodeStepProps): ReactElement {
  const { messages, part } = useOtpScreen();
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
