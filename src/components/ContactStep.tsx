'use client';
import type { Dispatch, ReactElement, SetStateAction } from 'react';
import type { Method } from '../login/otpMachine.js';
import type { Country } from '../login/phone.js';
import { EmailField } from './EmailField.js';
import { PhoneField } from './PhoneField.js';
import { Submit } from './Submit.js';
import type { StepProps } from './step.js';

type ContactStepProps = StepProps & {
  method: Method;
  /** The other way a code may travel, where there is one. */
  other: Method | undefined;
  draft: string;
  country: Country | undefined;
  onCountry: Dispatch<SetStateAction<Country | undefined>>;
  onOther: (method: Method) => void;
};

/** Where the code shall go. */
export function ContactStep({ method, other, country, onCountry, onOther, ...props }: ContactStepProps): ReactElement {
  const { id, skin, isBusy, problem, describedBy } = props;
  const { messages, part } = skin;
  const hasHint = method === 'sms' && country === undefined && problem === undefined;
  const field = { ...props, describedBy: hasHint ? `${id}-hint` : describedBy };
  return (
    <div {...part('body')}>
      <div {...part('field')}>
        <div {...part('caption')}>
          <label {...part('label')} htmlFor={id}>
            {method === 'email' ? messages.emailLabel : messages.phoneLabel}
          </label>
          {other && (
            <button type="button" {...part('link')} aria-disabled={isBusy} onClick={() => isBusy || onOther(other)}>
              {messages.use(other)}
            </button>
          )}
        </div>
        {method === 'email' ? (
          <EmailField {...field} />
        ) : (
          <PhoneField {...field} country={country} onCountry={onCountry} />
        )}
        <div {...part('message')}>
          {problem}
          {hasHint && (
            <span id={`${id}-hint`} {...part('hint')}>
              {messages.phoneHint}
            </span>
          )}
        </div>
      </div>
      <Submit skin={skin} isBusy={isBusy} label={isBusy ? messages.sending : messages.continue} />
    </div>
  );
}
