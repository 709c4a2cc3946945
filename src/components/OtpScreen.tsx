'use client';
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react';
import { useLatchkey } from '../hooks/context.js';
import { useWalletKitConfig } from '../hooks/rows.js';
import { useSession } from '../hooks/session.js';
import { CodeStep } from './CodeStep.js';
import { ContactStep } from './ContactStep.js';
import { codeCharacters, codeFormOf } from './codeText.js';
import { contactIn } from './contactText.js';
import { Lead } from './Lead.js';
import { Mark } from './Mark.js';
import { type OtpMessageChanges, type OtpMessages, withChanges } from './messages.js';
import { type Method, methodsOf, type Sent, type Step } from './otpMachine.js';
import { ProblemNote } from './ProblemNote.js';
import type { Country } from './phone.js';
import { isAboutWhatWasTyped } from './problem.js';
import { type Part, skinOf } from './skin.js';
import { type Session, useOtpFlow } from './useOtpFlow.js';
import { useStepFocus } from './useStepFocus.js';

export type OtpScreenProps = {
  /** Called once, a moment after the person has seen that it worked. */
  onLogin?: (session: Session) => void;
  /** How a code may travel, first choice first. Default: what the configuration has switched on; e-mail until that is known. */
  methods?: readonly Method[];
  /** Words to change; what is left out stays. */
  messages?: OtpMessageChanges;
  /** Classes to add, by the name of the part. */
  classNames?: { readonly [P in Part]?: string };
  /** The address that the screen begins with: an e-mail address, or a phone number that begins with `+`. */
  defaultContact?: string;
  /** Focuses the first field when the screen appears. Default: false, since a page may have more to say first. */
  autoFocus?: boolean;
  /** How long a code is told to live, in seconds, where the service does not say. Default: 300. */
  codeLifetimeSeconds?: number;
};

/**
 * Asks for an address, then for the code that was sent to it. Renders a `<form data-latchkey="otp">` whose state can be read,
 * and styled, from outside: `data-step` (contact, code, done), `data-busy`, and `data-error` with the code of the last failure.
 */
export function OtpScreen(props: OtpScreenProps): ReactElement {
  const { onLogin, messages, classNames, defaultContact = '', autoFocus = false, codeLifetimeSeconds = 300 } = props;
  const { onDevice: clock } = useLatchkey().clock;
  const { data: config } = useWalletKitConfig();
  const { durable } = useSession();
  const flow = useOtpFlow({
    onLogin,
    codeLifetimeMs: Number(config?.otpExpirationSeconds ?? codeLifetimeSeconds) * 1000,
    clock,
  });
  const { step, busy, problem } = flow.state;

  const startsWithPhone = defaultContact.startsWith('+');
  const [chosen, setChosen] = useState<Method | undefined>(startsWithPhone ? 'sms' : undefined);
  const [country, setCountry] = useState<Country>();
  const drafts = useRef({ email: startsWithPhone ? '' : defaultContact, sms: startsWithPhone ? defaultContact : '' });
  const methods = props.methods ?? methodsOf(config?.enabledProviders);
  const method =
    step.at === 'code' ? step.sent.to.method : (methods.find((each) => each === chosen) ?? methods[0] ?? 'email');
  const form = codeFormOf(config);

  const id = useId();
  const skin = skinOf(withChanges(messages), classNames);
  const field = useRef<HTMLInputElement>(null);
  const resendButton = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useStepFocus(flow.state, autoFocus ? method : chosen, autoFocus, { field, resendButton, title });

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = field.current?.value ?? '';
    if (step.at === 'contact') sendTo(typed);
    if (step.at === 'code') tryCode(step.sent, typed);
  }

  function sendTo(typed: string) {
    drafts.current[method] = typed;
    const to = contactIn(method, typed, country);
    if (to === undefined) flow.refuse('CONTACT_INVALID');
    else void flow.send(to);
  }

  function tryCode(sent: Sent, typed: string) {
    const code = codeCharacters(typed, form);
    if (code.length < form.length) flow.refuse('CODE_INCOMPLETE');
    else void flow.logIn(sent, code);
  }

  function changeMethod(next: Method) {
    drafts.current[method] = field.current?.value ?? '';
    setChosen(next);
    flow.edit();
  }

  const shared = {
    id: `${id}-field`,
    skin,
    field,
    isBusy: busy,
    isInvalid: problem !== undefined && isAboutWhatWasTyped(problem),
    describedBy: problem && `${id}-problem`,
    problem: problem && (
      <ProblemNote
        id={`${id}-problem`}
        skin={skin}
        problem={problem}
        method={method}
        form={form}
        clock={clock}
        onWaited={flow.waited}
      />
    ),
  };
  return (
    <form
      data-latchkey="otp"
      data-step={step.at}
      data-busy={busy || undefined}
      data-error={problem?.code}
      className={classNames?.root}
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={submit}
    >
      <div {...skin.part('header')}>
        {step.at === 'done' && <Mark skin={skin} />}
        <h2 ref={title} id={`${id}-title`} {...skin.part('title')} tabIndex={-1}>
          {titleOf(step, skin.messages)}
        </h2>
        <Lead skin={skin} step={step} method={method} form={form} clock={clock} />
      </div>
      {step.at === 'contact' && (
        <ContactStep
          {...shared}
          key={method}
          method={method}
          other={methods.find((each) => each !== method)}
          draft={drafts.current[method]}
          country={country}
          onCountry={setCountry}
          onOther={changeMethod}
        />
      )}
      {step.at === 'code' && (
        <CodeStep
          {...shared}
          sent={step.sent}
          form={form}
          resendButton={resendButton}
          clock={clock}
          onCode={(code) => tryCode(step.sent, code)}
          onResend={() => void flow.send(step.sent.to)}
          onEdit={flow.edit}
        />
      )}
      {!durable && <p {...skin.part('note')}>{skin.messages.notDurable}</p>}
    </form>
  );
}

function titleOf(step: Step, messages: OtpMessages): string {
  if (step.at === 'contact') return messages.contactTitle;
  return step.at === 'code' ? messages.codeTitle(step.sent.to.method) : messages.doneTitle;
}
