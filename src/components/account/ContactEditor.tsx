'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useChangeContact } from '../../hooks/account.js';
import { useRequestOtp } from '../../hooks/otp.js';
import { contactIn } from '../../login/contactText.js';
import type { OtpChannel } from '../../login/methods.js';
import { EmailField } from '../fields/EmailField.js';
import { type GuessedCountry, PhoneField } from '../fields/PhoneField.js';
import { useScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { CodeProof, type SentTo } from './CodeProof.js';
import { EditorButtons } from './EditorButtons.js';
import { type EditorProps, useAttempt } from './editor.js';

/** Edits the e-mail address or phone number: first the contact, then the code that was sent to it. */
export function ContactEditor(props: EditorProps & { channel: OtpChannel }): ReactElement {
  const { words, channel, onCancel, onFreshLogin, onDone } = props;
  const { part } = useScreen();
  const request = useRequestOtp();
  const change = useChangeContact();
  const [sent, setSent] = useState<SentTo>();
  const [country, setCountry] = useState<GuessedCountry>();
  const attempt = useAttempt({ words, onDone: () => {} });
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const to = contactIn(channel, field.current?.value ?? '', country ?? undefined);
    if (to === undefined) return attempt.refuse('CONTACT_INVALID');
    const otpType = channel === 'email' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS';
    const ask = () => request.mutateAsync({ otpType, contact: to.address });
    void attempt.run(async () => setSent({ shown: to.shown, ask, first: await ask() }));
  }

  if (sent)
    return (
      <CodeProof
        {...{ words, onDone, onCancel, onFreshLogin, sent }}
        title={words[channel === 'email' ? 'email' : 'phone']}
        prove={({ contact, otpType, ...typed }) => change.mutateAsync({ otpType, contact, ...typed })}
      />
    );
  const isInvalid = attempt.code === 'CONTACT_INVALID';
  const input = { id, field, draft: '', isInvalid, describedBy: undefined, problem: undefined };
  return (
    <form {...part('body')} method="dialog" noValidate onSubmit={submit} onInput={attempt.forgive}>
      <div {...part('field')}>
        <div {...part('caption')}>
          <label {...part('label')} htmlFor={id}>
            {channel === 'email' ? words.email : words.phone}
          </label>
        </div>
        {channel === 'email' ? (
          <EmailField {...input} />
        ) : (
          <PhoneField {...input} country={country} onCountry={setCountry} />
        )}
      </div>
      <EditorButtons
        Note={Problem}
        label={words.sendCode}
        cancel={words.cancel}
        attempt={attempt}
        onCancel={onCancel}
      />
    </form>
  );
}
