'use client';
import type { ReactElement, RefObject } from 'react';
import { CodeField } from './CodeField.js';
import type { CodeForm } from './codeText.js';
import { Expiry } from './Expiry.js';
import type { Sent } from './otpMachine.js';
import { Resend } from './Resend.js';
import { Submit } from './Submit.js';
import type { StepProps } from './step.js';
import { useSecondsLeft } from './useSecondsLeft.js';

type CodeStepProps = StepProps & {
  sent: Sent;
  form: CodeForm;
  resendButton: RefObject<HTMLButtonElement | null>;
  clock: () => number;
  onCode: (code: string) => void;
  onResend: () => void;
  onEdit: () => void;
};

/** The code that was sent, and what else can be done while waiting for it. A dead code leaves one thing to do: ask for another. */
export function CodeStep({
  sent,
  form,
  resendButton,
  clock,
  onCode,
  onResend,
  onEdit,
  ...field
}: CodeStepProps): ReactElement {
  const { id, skin, isBusy, problem } = field;
  const { messages, part } = skin;
  const [{ otpId, expiresAtMs }] = sent.codes;
  const isDead = useSecondsLeft(expiresAtMs, clock) === 0 || sent.isLocked;
  const resend = { skin, sent, button: resendButton, isBusy, clock, onResend };
  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <label {...part('label')} htmlFor={id}>
          {messages.codeLabel}
        </label>
        <CodeField
          key={otpId}
          {...field}
          form={form}
          isTexted={sent.to.method === 'sms'}
          isLocked={sent.isLocked}
          onWhole={onCode}
        />
        {problem}
        {!isDead && <Expiry skin={skin} untilMs={expiresAtMs} clock={clock} />}
      </div>
      {isDead ? (
        <Resend {...resend} part="submit" />
      ) : (
        <Submit skin={skin} isBusy={isBusy} label={isBusy ? messages.checking : messages.logIn} />
      )}
      <div {...part('actions')}>
        {!isDead && <Resend {...resend} part="link" />}
        <button type="button" {...part('link')} aria-disabled={isBusy} onClick={isBusy ? undefined : onEdit}>
          {messages.edit(sent.to.method)}
        </button>
      </div>
    </div>
  );
}
