'use client';
import type { ReactElement, RefObject } from 'react';
import type { CodeForm } from '../login/codeText.js';
import type { Sent } from '../login/otpMachine.js';
import { CodeField } from './CodeField.js';
import { Expiry } from './Expiry.js';
import { said } from './messages.js';
import { Resend } from './Resend.js';
import { Submit } from './Submit.js';
import type { StepProps } from './step.js';
import { useHasPassed } from './useSecondsLeft.js';

type CodeStepProps = StepProps & {
  sent: Sent;
  form: CodeForm;
  /** Nothing can be typed any more. */
  isOver: boolean;
  /** What the button says while something happens by itself. */
  busyLabel: string;
  resendButton: RefObject<HTMLButtonElement | null>;
  clock: () => number;
  onCode: (code: string) => void;
  onResend: () => void;
};

/** The code that was sent, and what else can be done while waiting for it. A dead code leaves one thing to do: ask for another. */
export function CodeStep(props: CodeStepProps): ReactElement {
  const { sent, form, isOver, busyLabel, resendButton, clock, onCode, onResend, ...field } = props;
  const { id, skin, isBusy, problem } = field;
  const { messages, part } = skin;
  const [{ otpId, expiresAtMs }] = sent.codes;
  const isEnding = useHasPassed(expiresAtMs - 60_000, clock);
  const canResend = useHasPassed(sent.resendAtMs, clock);
  const resend = { skin, sent, button: resendButton, isBusy, clock, onResend };
  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <label {...part('unseen')} htmlFor={id}>
          {said(messages.codeLabel, form)}
        </label>
        <CodeField
          key={otpId}
          {...field}
          form={form}
          isTexted={sent.to.method === 'sms'}
          isLocked={isOver}
          onWhole={onCode}
        />
        <div {...part('message')}>
          {problem ?? (isEnding && !isOver && <Expiry skin={skin} untilMs={expiresAtMs} clock={clock} />)}
        </div>
      </div>
      {isOver ? (
        <Resend {...resend} part="submit" />
      ) : (
        <Submit skin={skin} isBusy={isBusy} label={isBusy ? busyLabel : messages.continue} />
      )}
      {isOver ? <p {...part('footer')} /> : <Resend {...resend} part="link" />}
      <span {...part('unseen')} aria-live="polite">
        {!isOver && (isEnding ? messages.expiresSoon : canResend && messages.resendReady)}
      </span>
    </div>
  );
}
