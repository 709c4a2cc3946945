'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { CodeForm } from '../../contract/codeForm.js';
import type { OtpDestination } from '../../hooks/otp.js';
import { codeCharacters } from '../../login/codeText.js';
import type { AccountMessages } from '../english/accountMessages.js';
import { CodeField } from '../fields/CodeField.js';
import { textOf } from '../messages.js';
import { useLoginScreen } from '../screenContext.js';
import { useSecondsLeft } from '../useSecondsLeft.js';
import { EditorButtons } from './EditorButtons.js';
import { type EditorProps, useAttempt } from './editor.js';

/** A code as the service described it. */
type Sent = OtpDestination & {
  readonly otpId: string;
  readonly otpLength: number | undefined;
  readonly otpAlphanumeric: boolean | undefined;
};

/** A sent code, and how to request another. */
export type SentTo = { readonly shown: string; readonly first: Sent; readonly ask: () => Promise<Sent> };

/** A typed code, and the contact that it proves. */
export type TypedProof = OtpDestination & { readonly otpIds: readonly string[]; readonly otpCode: string };

type CodeProofProps = Pick<EditorProps, 'onDone' | 'onCancel'> & {
  words: AccountMessages;
  title: string;
  sent: SentTo;
  onFreshLogin?: EditorProps['onFreshLogin'];
  /** Uses the proof. */
  prove: (typed: TypedProof) => Promise<unknown>;
};

/** How long a person waits before another code can be requested. */
const RESEND_AFTER_MS = 30_000;

/** Asks for the code that was sent to a contact. */
export function CodeProof(props: CodeProofProps): ReactElement {
  const { words, title, sent, prove, onCancel } = props;
  const { messages, part, clock } = useLoginScreen();
  const [codes, setCodes] = useState<readonly Sent[]>([sent.first]);
  const [resendAtMs, setResendAtMs] = useState(() => clock() + RESEND_AFTER_MS);
  const attempt = useAttempt(props);
  const resend = useAttempt({ words, onDone: () => {} });
  const seconds = useSecondsLeft(resendAtMs);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const newest = codes[0] ?? sent.first;
  const form: CodeForm = { length: newest.otpLength ?? 6, alphanumeric: newest.otpAlphanumeric ?? false };
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (attempt.code !== undefined) field.current?.select();
  }, [attempt.code]);

  function send(typed: string) {
    const otpCode = codeCharacters(typed, form);
    if (otpCode.length < form.length) return attempt.refuse('CODE_INCOMPLETE');
    const { otpType, contact } = newest;
    void attempt.run(() => prove({ otpType, contact, otpIds: codes.map(({ otpId }) => otpId), otpCode }));
  }

  function sendAgain() {
    void resend.run(async () => {
      const next = await sent.ask();
      setCodes((before) => [next, ...before].slice(0, 3));
      setResendAtMs(clock() + RESEND_AFTER_MS);
      attempt.forgive();
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    send(field.current?.value ?? '');
  }

  const problem = attempt.problem ?? resend.problem;
  const [before, after] = words.codeSent;
  return (
    <form {...part('body')} method="dialog" noValidate aria-label={title} onSubmit={submit} onInput={attempt.forgive}>
      <p {...part('lead')} role="status">
        {before}
        <bdi {...part('address')}>{sent.shown}</bdi>
        {after}
      </p>
      <div {...part('field')}>
        <label {...part('unseen')} htmlFor={id}>
          {textOf(messages.codeLabel, form)}
        </label>
        <CodeField
          key={newest.otpId}
          {...{ id, field, form }}
          isInvalid={/^OTP_|^CODE_/.test(attempt.code ?? '')}
          describedBy={undefined}
          problem={undefined}
          isTexted={newest.otpType === 'OTP_TYPE_SMS'}
          isLocked={false}
          onWhole={send}
        />
      </div>
      <EditorButtons
        label={messages.continue}
        cancel={words.cancel}
        attempt={{ ...attempt, problem }}
        onCancel={onCancel}
        hasRoom
      />
      <p {...part('footer')}>
        {messages.resendQuestion}{' '}
        <button
          type="button"
          {...part('link')}
          aria-disabled={seconds > 0}
          onClick={seconds > 0 ? undefined : sendAgain}
        >
          {messages.resend}
        </button>
      </p>
    </form>
  );
}
