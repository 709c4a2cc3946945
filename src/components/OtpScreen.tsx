'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useLatchkey } from '../hooks/context.js';
import { noteForDeveloper } from '../hooks/developerNote.js';
import { useKnownConfig } from '../hooks/knownConfig.js';
import { useSession } from '../hooks/session.js';
import { codeCharacters, codeFormOf } from '../login/codeText.js';
import { contactIn } from '../login/contactText.js';
import { isAboutWhatWasTyped, type Method, methodsOf, type Sent } from '../login/otpMachine.js';
import type { Country } from '../login/phone.js';
import { CodeStep } from './CodeStep.js';
import { ContactStep } from './ContactStep.js';
import { english } from './english.js';
import { Icon } from './icons.js';
import { Lead } from './Lead.js';
import { type OtpMessageChanges, said, withChanges } from './messages.js';
import { ProblemNote } from './ProblemNote.js';
import { type Part, skinOf } from './skin.js';
import { useKeptLogin } from './useKeptLogin.js';
import { type Session, useOtpFlow } from './useOtpFlow.js';
import { useHasPassed } from './useSecondsLeft.js';
import { useStepFocus } from './useStepFocus.js';

export type OtpScreenProps = {
  /** Called once, when the session is there. */
  onLogin?: (session: Session) => void;
  /** How a code may travel, first choice first. Default: what the configuration has switched on; e-mail until that is known. */
  methods?: readonly Method[];
  /** Words to change; what is left out stays. */
  messages?: OtpMessageChanges;
  /** Classes to add, by the name of the part. */
  classNames?: { readonly [P in Part]?: string };
  /** The address that the screen begins with: an e-mail address, or a phone number that begins with `+`. Default: who logged in last in this tab. */
  defaultContact?: string;
  /** Focuses the first field when the screen appears. Default: false, since a page may have more to say first. */
  autoFocus?: boolean;
  /** How long a code is told to live, in seconds, where the service does not say. Default: 300. */
  codeLifetimeSeconds?: number;
  /** `flush` has no border, shadow and padding, to be a part of what it stands in. Default: `card`. */
  elevation?: 'card' | 'flush';
};

/**
 * Asks for an address, then for the code that was sent to it. Renders a `<form data-latchkey="otp">` whose state can be read,
 * and styled, from outside: `data-step` (contact, code), `data-busy`, and `data-error` with the code of the last failure.
 */
export function OtpScreen(props: OtpScreenProps): ReactElement {
  const { onLogin, messages, classNames, defaultContact = '', autoFocus = false, codeLifetimeSeconds = 300 } = props;
  const { settings, clock: serviceClock } = useLatchkey();
  const clock = serviceClock.onDevice;
  const config = useKnownConfig();
  const { durable } = useSession();
  const flow = useOtpFlow({
    onLogin,
    codeLifetimeMs: Number(config?.otpExpirationSeconds ?? codeLifetimeSeconds) * 1000,
    clock,
  });
  const { step, busy, problem } = flow.state;
  const sent = step.at === 'code' ? step.sent : undefined;
  const hasExpired = useHasPassed(sent?.codes[0].expiresAtMs ?? Infinity, clock);
  const isOver = sent !== undefined && busy === undefined && (hasExpired || sent.isLocked);

  const startsWithPhone = defaultContact.startsWith('+');
  const [chosen, setChosen] = useState<Method | undefined>(startsWithPhone ? 'sms' : undefined);
  const [country, setCountry] = useState<Country>();
  const drafts = useRef({ email: startsWithPhone ? '' : defaultContact, sms: startsWithPhone ? defaultContact : '' });
  const methods = props.methods ?? methodsOf(config?.enabledProviders);
  const method = sent?.to.method ?? chosen ?? methods[0] ?? 'email';
  const form = sent?.codes[0].form ?? codeFormOf(config);

  const id = useId();
  const skin = skinOf(withChanges(english, messages), classNames);
  const root = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const resendButton = useRef<HTMLButtonElement>(null);

  useKeptLogin(settings.authProxyConfigId, flow.state, clock, ({ step, last }) => {
    if (step) flow.restore(step);
    if (last === undefined || defaultContact !== '') return;
    drafts.current[last.method] = last.shown;
    setChosen(last.method);
    if (field.current && last.method === method) field.current.value = last.shown;
  });
  const focusListeners = useStepFocus(flow.state, method, autoFocus, isOver, { field, resendButton });
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && root.current && isUnstyled(root.current))
      noteForDeveloper('STYLES_MISSING');
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = field.current?.value ?? '';
    if (step.at === 'contact') sendTo(typed);
    else if (!isOver) tryCode(step.sent, typed);
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

  /** Who types has chosen: what the configuration says later takes no field away. */
  function type() {
    if (step.at === 'contact') setChosen(method);
    flow.typed();
  }

  function changeMethod(next: Method) {
    drafts.current[method] = field.current?.value ?? '';
    setChosen(next);
    flow.edit();
  }

  const isBusy = busy !== undefined;
  const ids = { title: `${id}-title`, lead: `${id}-lead`, field: `${id}-field`, problem: `${id}-problem` };
  const shared = {
    id: ids.field,
    skin,
    field,
    isBusy,
    isInvalid: !isBusy && isAboutWhatWasTyped(problem),
    describedBy: [problem && ids.problem, sent && ids.lead].filter(Boolean).join(' ') || undefined,
    problem: problem && (
      <ProblemNote
        key={problem.atMs}
        id={ids.problem}
        skin={skin}
        problem={problem}
        method={method}
        form={form}
        clock={clock}
        onWaited={flow.waited}
      />
    ),
  };
  const words = skin.messages;
  return (
    <form
      ref={root}
      data-latchkey="otp"
      data-step={step.at}
      data-busy={isBusy || undefined}
      data-error={problem?.code}
      data-elevation={props.elevation}
      className={classNames?.root}
      method="dialog" // so that nothing typed stands in a URL where a form is sent before its script has come
      noValidate
      aria-labelledby={ids.title}
      onSubmit={submit}
      onInput={type}
      {...focusListeners}
    >
      {sent && (
        <button
          type="button"
          {...skin.part('back')}
          aria-label={words.back}
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : flow.edit}
        >
          <Icon skin={skin} name="back" />
        </button>
      )}
      <div {...skin.part('header')}>
        <h2 id={ids.title} {...skin.part('title')}>
          {sent ? (isOver ? words.expiredTitle : words.codeTitle(method)) : said(words.contactTitle, config?.appName)}
        </h2>
        <Lead
          id={ids.lead}
          skin={skin}
          method={method}
          form={form}
          sent={sent}
          isOver={isOver}
          isBusy={isBusy}
          onEdit={flow.edit}
        />
      </div>
      {sent ? (
        <CodeStep
          {...shared}
          sent={sent}
          form={form}
          isOver={isOver}
          busyLabel={busy === 'leaving' ? said(words.leaving, config?.appName) : words.checking}
          resendButton={resendButton}
          clock={clock}
          onCode={(code) => tryCode(sent, code)}
          onResend={() => void flow.send(sent.to)}
        />
      ) : (
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
      {!durable && (
        <p {...skin.part('note')}>
          <Icon skin={skin} name="alert" />
          {words.notDurable}
        </p>
      )}
    </form>
  );
}

/** The style sheet writes this on every screen. A page that draws nothing, as in a test without a browser, has no look to miss. */
function isUnstyled(root: HTMLElement): boolean {
  return 'CSS' in window && getComputedStyle(root).getPropertyValue('--lk-radius') === '';
}
