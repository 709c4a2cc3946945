'use client';
import { type Dispatch, type ReactElement, type ReactNode, type SetStateAction, useState } from 'react';
import type { LoginAtContact } from '../../login/loginState.js';
import { channelOf, isOtp } from '../../login/methods.js';
import { EmailField } from '../fields/EmailField.js';
import type { FieldProps } from '../fields/fieldProps.js';
import { type GuessedCountry, PhoneField } from '../fields/PhoneField.js';
import { Submit } from '../fields/Submit.js';
import { MessageLine } from '../MessageLine.js';
import { useLoginScreen } from '../screenContext.js';
import type { MailHint } from './MailHint.js';

type ContactStepProps = FieldProps & {
  login: LoginAtContact;
  /** Once loaded. */
  MailHint: typeof MailHint | undefined;
  country: GuessedCountry;
  onCountry: Dispatch<SetStateAction<GuessedCountry>>;
  /** Another step is shown; what was typed stays. */
  isHidden: boolean;
  /** Other ways to log in. */
  children?: ReactNode;
};

/** The step that asks for a contact. */
export function ContactStep({
  login,
  MailHint,
  country,
  onCountry,
  isHidden,
  children,
  ...props
}: ContactStepProps): ReactElement {
  const { messages, part, isBusy } = useLoginScreen();
  const { id, field, problem, describedBy } = props;
  const channel = channelOf(login.method);
  const other = login.methods.filter(isOtp).find((each) => each.channel !== channel);
  const hasHint = channel === 'sms' && country === null && problem === undefined;
  const [hasMailHint, setMailHint] = useState(false);
  const offersPasskeys = login.methods.some(({ type }) => type === 'passkey');
  const typedInto = { ...props, draft: login.draft, describedBy: hasHint ? `${id}-hint` : describedBy };
  return (
    <div {...part('body')} hidden={isHidden}>
      <div {...part('field')}>
        <div {...part('caption')}>
          <label {...part('label')} htmlFor={id}>
            {channel === 'email' ? messages.emailLabel : messages.phoneLabel}
          </label>
          {other && (
            <button
              type="button"
              {...part('link')}
              aria-disabled={isBusy}
              onClick={() => isBusy || login.chooseMethod(other, field.current?.value)}
            >
              {messages.use(other.channel)}
            </button>
          )}
        </div>
        {channel === 'email' ? (
          <EmailField {...typedInto} offersPasskeys={offersPasskeys} />
        ) : (
          <PhoneField {...typedInto} country={country} onCountry={onCountry} />
        )}
        <MessageLine isSpeaking={problem !== undefined || hasHint || hasMailHint}>
          {problem ?? (channel === 'email' && MailHint && <MailHint field={field} onFound={() => setMailHint(true)} />)}
          {hasHint && (
            <span id={`${id}-hint`} {...part('hint')}>
              {messages.phoneHint}
            </span>
          )}
        </MessageLine>
      </div>
      <Submit
        label={isBusy && !login.tried ? messages.sending : messages.continue}
        isQuiet={login.tried !== undefined}
      />
      {children}
    </div>
  );
}
