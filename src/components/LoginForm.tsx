'use client';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLatchkey } from '../hooks/context.js';
import { noteForDeveloper } from '../hooks/developerNote.js';
import { useSession } from '../hooks/useSession.js';
import type { LoginState } from '../login/loginState.js';
import { channelOf, isOtp } from '../login/methods.js';
import { isAboutWhatWasTyped, type LoginProblem } from '../login/otpMachine.js';
import type { Country } from '../login/phone.js';
import { CodeStepToCome } from './CodeStepToCome.js';
import { ContactStep } from './ContactStep.js';
import type { LoadedTexts } from './catalogue.js';
import { Description } from './Description.js';
import { Icon } from './icons.js';
import { fetchCodeStep, useCodeStep } from './laterCodeStep.js';
import type { LoginMessages } from './loginMessages.js';
import { MethodRows } from './MethodRows.js';
import { sentenceFor } from './messages.js';
import { ProblemNote } from './ProblemNote.js';
import { OtpScreenContext, ScreenContext } from './screen.js';
import { type Part, themeOf } from './theme.js';
import { formatWait } from './timeText.js';
import { UnderField } from './UnderField.js';
import { usePasskeyOffers } from './usePasskeyOffers.js';
import { useStepFocus } from './useStepFocus.js';

/** The props of every login screen. */
export type SkinProps = {
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
  /** Focuses the first field when the screen appears. Default: false, since it may not be the first thing on its page. */
  autoFocus?: boolean | undefined;
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush' | undefined;
};

type LoginFormProps = SkinProps & {
  login: LoginState;
  /** `data-latchkey` of the form. */
  skin: 'otp' | 'oauth' | 'passkey' | 'login';
  loaded: LoadedTexts<LoginMessages>;
  /** The title of the first step. */
  title: string;
  lead: string;
  /** Above the title of the first step. */
  brand?: ReactNode;
  /** Below the first step. */
  end?: ReactNode;
  /** In a dialog. */
  onClose?: (() => void) | undefined;
};

/** A login as a form: its steps, one after the other, in the same place. */
export function LoginForm(props: LoginFormProps): ReactElement {
  const { login, skin, title, lead, brand, end, onClose, classNames, autoFocus = false, elevation } = props;
  const { words, dir, areToCome } = props.loaded;
  const clock = useLatchkey().clock.onDevice;
  const { durable } = useSession();
  const [country, setCountry] = useState<Country>();

  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const resendButton = useRef<HTMLButtonElement>(null);
  const { CodeStep, problem: notFetched, fetchAgain } = useCodeStep(login.at === 'code', clock);
  usePasskeyOffers(login, skin === 'login');
  const focusListeners = useStepFocus(login, autoFocus, { field, resendButton, CodeStep });
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' && root.current && isUnstyled(root.current))
      noteForDeveloper('STYLES_MISSING');
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (login.at === 'code' && !CodeStep) return fetchAgain();
    const typed = field.current?.value ?? '';
    void (login.at === 'contact' ? login.sendCode(typed, country) : login.enterCode(typed));
  }

  const problem = login.problem ?? notFetched;
  const isBusy = login.busy !== undefined;
  const isTyped = skin === 'otp' || (skin === 'login' && isOtp(login.method));
  const screen = { ...themeOf(classNames), messages: words, clock, isBusy };
  const { part } = screen;
  const ids = { title: `${id}-title`, lead: `${id}-lead`, field: `${id}-field`, problem: `${id}-problem` };
  const step = {
    id: ids.field,
    field,
    isInvalid: !isBusy && isAboutWhatWasTyped(problem),
    describedBy: [problem && ids.problem, login.at === 'code' && ids.lead].filter(Boolean).join(' ') || undefined,
    problem: problem && (
      <ProblemNote key={problem.atMs} id={ids.problem} sentence={sentenceAbout(problem, login, words)} />
    ),
  };
  return (
    <ScreenContext.Provider value={screen}>
      <OtpScreenContext.Provider value={screen}>
        <form
          ref={root}
          data-latchkey={skin}
          data-step={login.at}
          data-busy={isBusy || undefined}
          data-error={problem?.code}
          data-elevation={elevation}
          data-words={areToCome ? 'to come' : undefined}
          lang={words.locale}
          dir={dir}
          className={classNames?.root}
          method="dialog" // so that nothing typed gets into a URL if the form is submitted before its script has loaded
          noValidate
          aria-labelledby={ids.title}
          onSubmit={submit}
          onInput={login.typed}
          onFocusCapture={fetchCodeStep}
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
          {login.at === 'contact' && brand}
          {onClose && (
            <button type="button" {...part('close')} aria-label={words.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
          <div {...part('header')}>
            <h2 id={ids.title} {...part('title')}>
              {titleOf(login, words, title)}
            </h2>
            <Description id={ids.lead} login={login} lead={lead} />
          </div>
          {login.at === 'code' && CodeStep && <CodeStep {...step} login={login} resendButton={resendButton} />}
          {login.at === 'code' && !CodeStep && <CodeStepToCome login={login} problem={step.problem} />}
          {login.at === 'contact' && !isTyped && (
            <div {...part('body')}>
              <div {...part('message')}>
                <UnderField login={login} problem={step.problem} />
              </div>
              <MethodRows login={login} />
            </div>
          )}
          {login.at === 'contact' && isTyped && (
            <ContactStep {...step} key={channelOf(login.method)} login={login} country={country} onCountry={setCountry}>
              {skin === 'login' && <MethodRows login={login} />}
            </ContactStep>
          )}
          {login.at === 'contact' && end}
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

function titleOf(login: LoginState, words: LoginMessages, first: string): string {
  if (login.at === 'contact') return first;
  return login.isOver ? words.expiredTitle : words.codeTitle(login.method.channel);
}

function sentenceAbout(problem: LoginProblem, login: LoginState, words: LoginMessages): string {
  const { method, form } = login;
  const { code, retryAfterMs, isOffline } = problem;
  const wait = retryAfterMs === undefined ? undefined : formatWait(retryAfterMs, words.locale);
  return sentenceFor(words, { code, method: channelOf(method), by: byOf(login, words), form, wait, isOffline });
}

/** The method of the last attempt, if it was not a code. */
function byOf(login: LoginState, words: LoginMessages): string | undefined {
  const tried = login.at === 'contact' ? login.tried : undefined;
  if (tried === undefined) return undefined;
  return tried.type === 'passkey' ? words.passkey : (tried.label ?? tried.provider);
}

/** The style sheet sets this on every screen. Pages without layout, such as tests in jsdom, need no styles. */
function isUnstyled(root: HTMLElement): boolean {
  return 'CSS' in window && getComputedStyle(root).getPropertyValue('--lk-radius') === '';
}
