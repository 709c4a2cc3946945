'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useLatchkey } from '../hooks/context.js';
import { noteForDeveloper } from '../hooks/developerNote.js';
import { useLogin } from '../hooks/login.js';
import { useSession } from '../hooks/useSession.js';
import type { LoginOptions } from '../login/loginOptions.js';
import type { LoginState } from '../login/loginState.js';
import { type OtpChannel, otpBy } from '../login/methods.js';
import { isAboutWhatWasTyped } from '../login/otpMachine.js';
import type { Country } from '../login/phone.js';
import { CodeStep } from './CodeStep.js';
import { ContactStep } from './ContactStep.js';
import { Description } from './Description.js';
import { english } from './english.js';
import { Icon } from './icons.js';
import { said, sentenceFor, withChanges } from './messages.js';
import type { OtpMessageChanges, OtpMessages } from './otpMessages.js';
import { ProblemNote } from './ProblemNote.js';
import { OtpScreenContext, ScreenContext } from './screen.js';
import { type Part, themeOf } from './theme.js';
import { formatWait } from './timeText.js';
import { useStepFocus } from './useStepFocus.js';

export type OtpScreenProps = Pick<LoginOptions, 'onLogin' | 'defaultContact' | 'codeLifetimeSeconds'> & {
  /** How a code may travel, first choice first. Default: what the configuration has switched on; e-mail until that is known. */
  methods?: readonly OtpChannel[];
  /** Words to change; what is left out stays. */
  messages?: OtpMessageChanges;
  /** Classes to add, by the name of the part. */
  classNames?: { readonly [P in Part]?: string };
  /** Focuses the first field when the screen appears. Default: false, since a page may have more to say first. */
  autoFocus?: boolean;
  /** `flush` has no border, shadow and padding, to be a part of what it stands in. Default: `card`. */
  elevation?: 'card' | 'flush';
};

/**
 * Asks for an address, then for the code that was sent to it. Renders a `<form data-latchkey="otp">` whose state can be read,
 * and styled, from outside: `data-step` (contact, code), `data-busy`, and `data-error` with the code of the last failure.
 */
export function OtpScreen(props: OtpScreenProps): ReactElement {
  const { methods, messages, classNames, autoFocus = false, ...options } = props;
  const login = useLogin({ ...options, methods: methods?.map(otpBy) });
  const clock = useLatchkey().clock.onDevice;
  const { durable } = useSession();
  const [country, setCountry] = useState<Country>();

  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const resendButton = useRef<HTMLButtonElement>(null);
  const focusListeners = useStepFocus(login, autoFocus, { field, resendButton });
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && root.current && isUnstyled(root.current))
      noteForDeveloper('STYLES_MISSING');
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = field.current?.value ?? '';
    void (login.at === 'contact' ? login.sendCode(typed, country) : login.enterCode(typed));
  }

  const { problem } = login;
  const isBusy = login.busy !== undefined;
  const words = withChanges(english, messages);
  const screen = { ...themeOf(classNames), messages: words, clock, isBusy };
  const { part } = screen;
  const ids = { title: `${id}-title`, lead: `${id}-lead`, field: `${id}-field`, problem: `${id}-problem` };
  const step = {
    id: ids.field,
    field,
    isInvalid: !isBusy && isAboutWhatWasTyped(problem),
    describedBy: [problem && ids.problem, login.at === 'code' && ids.lead].filter(Boolean).join(' ') || undefined,
    problem: problem && <ProblemNote key={problem.atMs} id={ids.problem} sentence={sentenceAbout(login, words)} />,
  };
  return (
    <ScreenContext.Provider value={screen}>
      <OtpScreenContext.Provider value={screen}>
        <form
          ref={root}
          data-latchkey="otp"
          data-step={login.at}
          data-busy={isBusy || undefined}
          data-error={problem?.code}
          data-elevation={props.elevation}
          className={classNames?.root}
          method="dialog" // so that nothing typed stands in a URL where a form is sent before its script has come
          noValidate
          aria-labelledby={ids.title}
          onSubmit={submit}
          onInput={login.typed}
          {...focusListeners}
        >
          {login.at === 'code' && (
            <button
              type="button"
              {...part('back')}
              aria-label={words.back}
              aria-disabled={isBusy}
              onClick={isBusy ? undefined : login.changeContact}
            >
              <Icon name="back" />
            </button>
          )}
          <div {...part('header')}>
            <h2 id={ids.title} {...part('title')}>
              {titleOf(login, words)}
            </h2>
            <Description id={ids.lead} login={login} />
          </div>
          {login.at === 'code' ? (
            <CodeStep {...step} login={login} resendButton={resendButton} />
          ) : (
            <ContactStep {...step} key={login.method.channel} login={login} country={country} onCountry={setCountry} />
          )}
          {!durable && (
            <p {...part('note')}>
              <Icon name="alert" />
              {words.notDurable}
            </p>
          )}
        </form>
      </OtpScreenContext.Provider>
    </ScreenContext.Provider>
  );
}

function titleOf(login: LoginState, words: OtpMessages): string {
  if (login.at === 'contact') return said(words.contactTitle, login.appName);
  return login.isOver ? words.expiredTitle : words.codeTitle(login.method.channel);
}

function sentenceAbout({ problem, method, form }: LoginState, words: OtpMessages): string {
  const { code = 'OTHER', retryAfterMs, isOffline = false } = problem ?? {};
  const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, words.locale);
  return sentenceFor(words, { code, method: method.channel, form, wait, isOffline });
}

/** The style sheet writes this on every screen. A page that draws nothing, as in a test without a browser, has no look to miss. */
function isUnstyled(root: HTMLElement): boolean {
  return 'CSS' in window && getComputedStyle(root).getPropertyValue('--lk-radius') === '';
}
