'use client';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import { noteForDeveloper } from '../../hooks/developerNote.js';
import { useSession } from '../../hooks/useSession.js';
import { emailIn } from '../../login/emailText.js';
import type { LoginState } from '../../login/loginState.js';
import { channelOf, isOtp } from '../../login/methods.js';
import { isAboutWhatWasTyped } from '../../login/otpMachine.js';
import type { LoadedTexts } from '../catalogue.js';
import type { GuessedCountry } from '../fields/PhoneField.js';
import { Icon } from '../icons.js';
import { lazyScreen } from '../lazyScreen.js';
import type { LoginMessages } from '../loginMessages.js';
import { MethodIcon } from '../MethodIcon.js';
import { ProblemNote } from '../ProblemNote.js';
import { LoginScreenContext, ScreenContext } from '../screenContext.js';
import { type Part, themeOf } from '../theme.js';
import { ContactStep } from './ContactStep.js';
import type { clickParts } from './clickParts.js';
import { CodeStepPlaceholder, fetchCodeStep, useCodeStep } from './LazyCodeStep.js';
import { LoginDescription, loginTitle, sentenceAbout } from './loginTexts.js';
import { MethodRows } from './MethodRows.js';
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
  /** Leads to the step for people without a passkey. It stays in the page while another step is shown. */
  newPerson?: (open: () => void, isHidden: boolean) => ReactNode;
  /** In a dialog. */
  onClose?: (() => void) | undefined;
};

/** Of the methods by click: not part of the first load, since a press needs them. */
const useClickParts = lazyScreen(async () => (await import('./clickParts.js')).clickParts);

/** A login as a form: its steps, one after the other, in the same place. */
export function LoginForm(props: LoginFormProps): ReactElement {
  const { login, skin, title, lead, brand, end, newPerson, onClose, classNames, autoFocus = false, elevation } = props;
  const { words, dir, areLoading } = props.loaded;
  const clock = useLatchkey().clock.onDevice;
  const { durable } = useSession();
  const [country, setCountry] = useState<GuessedCountry>();
  /** In the step of a new passkey: the typed e-mail address, or an empty text. */
  const [signUpAs, setSignUpAs] = useState<string>();

  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const resendButton = useRef<HTMLButtonElement>(null);
  const { CodeStep, MailHint, problem: notFetched, fetchAgain } = useCodeStep(login.at === 'code');
  const focusListeners = useStepFocus(login, autoFocus, { field, resendButton, CodeStep });
  useEffect(() => {
    if (process.env.NODE_ENV === 'production') return;
    const look = setTimeout(() => root.current && isUnstyled(root.current) && noteForDeveloper('STYLES_MISSING'), 3000); // they may be imported later
    return () => clearTimeout(look);
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (login.at === 'code' && !CodeStep) return fetchAgain();
    const typed = field.current?.value ?? '';
    void (login.at === 'contact' ? login.sendCode(typed, country ?? undefined) : login.enterCode(typed));
  }

  const atContact = login.at === 'contact' ? login : undefined;
  const parts: Partial<typeof clickParts> = useClickParts(skin !== 'otp').Screen ?? {};
  const { WindowStep, RowNote, PasskeySignUp } = parts;
  const inWindow = WindowStep && atContact?.pending?.type === 'oauth' ? atContact.pending : undefined;
  useEffect(() => (login.busy === 'leaving' ? () => setSignUpAs(undefined) : undefined), [login.busy]);
  function openSignUp() {
    setSignUpAs(emailIn(field.current?.value ?? '')?.address ?? '');
  }
  function goBack() {
    if (login.at === 'code') return login.changeContact();
    login.cancel();
    setSignUpAs(undefined);
  }

  const problem = login.problem ?? notFetched;
  const isBusy = login.busy !== undefined;
  const SignUp = atContact && !inWindow && signUpAs !== undefined ? PasskeySignUp : undefined;
  const isHidden = inWindow !== undefined || SignUp !== undefined;
  usePasskeyOffers(login, skin === 'login' && !isHidden);
  const isAboutRow = RowNote && atContact?.tried;
  const isTyped = skin === 'otp' || (skin === 'login' && isOtp(login.method));
  const screen = { ...themeOf(classNames), messages: words, clock, isBusy };
  const { part } = screen;
  const ids = { title: `${id}-title`, lead: `${id}-lead`, field: `${id}-field`, problem: `${id}-problem` };
  const note = problem && (
    <ProblemNote key={problem.atMs} id={ids.problem} sentence={sentenceAbout(problem, login, words)} />
  );
  const step = {
    id: ids.field,
    field,
    isInvalid: !isBusy && isAboutWhatWasTyped(problem),
    describedBy:
      [problem && !isAboutRow && ids.problem, login.at === 'code' && ids.lead].filter(Boolean).join(' ') || undefined,
    problem: isAboutRow ? undefined : note,
  };
  const rows = atContact && skin !== 'otp' && (
    <MethodRows
      login={SignUp ? { ...atContact, pending: undefined, tried: undefined } : atContact}
      problem={isAboutRow && note}
      onSignUp={openSignUp}
      RowNote={RowNote}
    />
  );
  return (
    <ScreenContext.Provider value={screen}>
      <LoginScreenContext.Provider value={screen}>
        <form
          ref={root}
          data-latchkey={skin}
          data-step={inWindow ? 'window' : SignUp ? 'passkey' : login.at}
          data-busy={isBusy || undefined}
          data-error={problem?.code}
          data-elevation={elevation}
          data-words={areLoading ? 'to come' : undefined}
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
          {(login.at === 'code' || SignUp) && (
            <button
              type="button"
              {...part('back')}
              aria-label={words.back}
              aria-disabled={isBusy}
              onClick={isBusy ? undefined : goBack}
            >
              <Icon name="back" />
            </button>
          )}
          {atContact && !isHidden && brand}
          {inWindow && (
            <div {...part('logo')}>
              <MethodIcon method={inWindow} />
            </div>
          )}
          {onClose && (
            <button type="button" {...part('close')} aria-label={words.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
          <div {...part('header')}>
            <h2 id={ids.title} {...part('title')}>
              {loginTitle(
                login,
                words,
                inWindow
                  ? words.continueThere(inWindow.label ?? inWindow.provider)
                  : SignUp
                    ? words.createPasskey
                    : title,
              )}
            </h2>
            <LoginDescription
              id={ids.lead}
              login={login}
              lead={inWindow ? words.windowLead : SignUp ? words.passkeyLead : lead}
            />
          </div>
          {login.at === 'code' && CodeStep && <CodeStep {...step} login={login} resendButton={resendButton} />}
          {login.at === 'code' && !CodeStep && <CodeStepPlaceholder login={login} problem={step.problem} />}
          {atContact && !isTyped && (
            <div {...part('body')} hidden={isHidden}>
              {step.problem && <div {...part('message')}>{step.problem}</div>}
              {rows}
            </div>
          )}
          {atContact && isTyped && (
            <ContactStep
              {...step}
              key={channelOf(login.method)}
              login={atContact}
              MailHint={MailHint}
              country={country}
              onCountry={setCountry}
              isHidden={isHidden}
            >
              {rows}
            </ContactStep>
          )}
          {atContact && WindowStep && inWindow && <WindowStep login={atContact} method={inWindow} />}
          {atContact && SignUp && (
            <SignUp id={`${id}-name`} login={atContact} email={signUpAs || undefined} problem={note} />
          )}
          {atContact && newPerson?.(openSignUp, isHidden)}
          {atContact && !isHidden && end}
          {!durable && (
            <p {...part('note')}>
              <Icon name="alert" />
              {words.notDurable}
            </p>
          )}
        </form>
      </LoginScreenContext.Provider>
    </ScreenContext.Provider>
  );
}

/** Offers passkeys in the e-mail field while it is shown: in the step of a new passkey, the one just made would log in by itself. */
function usePasskeyOffers(login: LoginState, isEnabled: boolean): void {
  const offers =
    isEnabled &&
    login.at === 'contact' &&
    isOtp(login.method) &&
    login.method.channel === 'email' &&
    login.methods.some(({ type }) => type === 'passkey');
  const offer = useRef<(signal: AbortSignal) => Promise<void>>(undefined);
  if (login.at === 'contact') offer.current = login.offerPasskeys;
  useEffect(() => {
    if (!offers) return;
    const shown = new AbortController();
    offer.current?.(shown.signal).catch(() => {}); // the button is there, too
    return () => shown.abort();
  }, [offers]);
}

/** The style sheet sets this on every screen. Pages without layout, such as tests in jsdom, need no styles. */
function isUnstyled(root: HTMLElement): boolean {
  return 'CSS' in window && getComputedStyle(root).getPropertyValue('--lk-radius') === '';
}
