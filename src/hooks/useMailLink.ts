'use client';
import { useEffect, useRef, useState } from 'react';
import {
  loginWithEmailLink,
  prepareAccountRecovery,
  recoverAccount,
  requestEmailLink,
  takeEmailLink,
} from '../client/flows/emailLink.js';
import { loginWithPasskey } from '../client/flows/loginWithPasskey.js';
import { bundleIn } from '../client/links/bundleIn.js';
import { dropTakenLink, holdLink } from '../client/links/linkInAddress.js';
import { lookIntoLink } from '../client/links/lookIntoLink.js';
import type { SendLink } from '../client/links/requestLink.js';
import type { LinkPurpose } from '../contract/linkParameters.js';
import type { LatchkeyError } from '../errors.js';
import { callApp } from '../login/callApp.js';
import type { LoginProblem } from '../login/otpMachine.js';
import { problemOf } from '../login/problem.js';
import type { Session } from '../sessions/session.js';
import { useKit, useLatchkey } from './context.js';
import { deadStep, emailOf, firstStep, type MailLinkStep, sentStep } from './mailLinkSteps.js';
import type { ScreenError, ScreenOptions } from './screenError.js';
import { useLatest } from './useLatest.js';
import { useSession } from './useSession.js';

/** The purpose of the link, how it is sent, and the callback of the login. */
export type MailLinkOptions = {
  readonly purpose: LinkPurpose;
  readonly sendLink: SendLink;
  readonly defaultEmail: string;
  readonly onLogin: ((session: Session) => void) | undefined;
  readonly onError: ScreenOptions['onError'];
};

/** An e-mail link for a screen: its step, the last error, and the actions. */
export type MailLink = {
  readonly step: MailLinkStep;
  readonly isBusy: boolean;
  readonly problem: LoginProblem | undefined;
  readonly send: (email: string) => void;
  /** To the address of a link that was sent, expired, or was used. */
  readonly sendAgain: () => void;
  readonly startOver: () => void;
  readonly startPasting: () => void;
  readonly paste: (text: string) => void;
  /** Logs in, or creates a passkey. Call it directly in the click handler. */
  readonly goOn: () => void;
  /** Closes the browser's dialog. */
  readonly cancel: () => void;
  /** Call it when the person types: clears the error about the previous text. */
  readonly typed: () => void;
  /** The link's code, to be shown in another browser. It is in no state. */
  readonly code: () => string;
};

/** An e-mail link, from the address to the session. */
export function useMailLink({ purpose, sendLink, defaultEmail, onLogin, onError }: MailLinkOptions): MailLink {
  const client = useLatchkey();
  const [step, setStep] = useState<MailLinkStep>({ at: 'looking' });
  const { isBusy, problem, attempt, fail, forgive } = useAttempts(step, setStep, onError);
  const dialog = useRef<AbortController>(undefined);
  const listener = useLatest(onLogin);
  const askFor = (email = defaultEmail) => setStep({ at: 'asking', email });

  function done(session: Session): void {
    setStep({ at: 'done' });
    callApp(listener.current, session);
  }

  const send = (email: string) =>
    void attempt(async () => {
      const sent = await requestEmailLink(client, { email, sendLink, purpose });
      dropTakenLink(purpose);
      setStep(sentStep(sent));
    });

  const logIn = (link: string) => attempt(async () => done(await loginWithEmailLink(client, { link })));

  function makePasskey(link: string): void {
    const email = emailOf(step);
    const controller = new AbortController();
    dialog.current = controller;
    forgive();
    setStep({ at: 'waiting', email });
    recoverAccount(client, { link, signal: controller.signal }).then(
      () => setStep({ at: 'recovered' }),
      (error: unknown) => {
        setStep({ at: 'opened', email });
        if (!controller.signal.aborted) fail(error, email);
      },
    );
  }

  function goOn(): void {
    if (step.at === 'recovered') return void attempt(async () => done(await loginWithPasskey(client)));
    const link = takeEmailLink(purpose) ?? '';
    if (purpose === 'login') void logIn(link);
    else makePasskey(link);
  }

  function paste(text: string): void {
    if (purpose === 'login') return void logIn(text);
    void attempt(async () => {
      const email = await lookIntoLink(client, { link: text, purpose });
      await prepareAccountRecovery(client, { link: text });
      holdLink(purpose, bundleIn(text));
      setStep({ at: 'opened', email });
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each client, and when another link is opened in this very page
  useEffect(() => {
    async function look(): Promise<void> {
      const found = await firstStep(client, purpose).catch((error: unknown) => void fail(error, undefined));
      setStep(found ?? { at: 'asking', email: defaultEmail });
      if (found?.at !== 'opened' || purpose === 'login') return;
      const link = takeEmailLink(purpose) ?? '';
      await prepareAccountRecovery(client, { link }).catch((error: unknown) => fail(error, found.email));
    }
    const lookAgain = () => void (takeEmailLink(purpose) && look());
    void look();
    addEventListener('hashchange', lookAgain);
    return () => {
      removeEventListener('hashchange', lookAgain);
      dialog.current?.abort();
    };
  }, [client, purpose]);

  useOtherTab(step.at === 'sent' && !isBusy, done);

  return {
    step,
    isBusy,
    problem,
    send,
    sendAgain() {
      const email = emailOf(step);
      return email === undefined ? askFor() : send(email);
    },
    startOver() {
      dropTakenLink(purpose);
      forgive();
      askFor(emailOf(step));
    },
    startPasting: () => setStep((now) => (now.at === 'sent' ? { ...now, isPasting: true } : now)),
    paste,
    goOn,
    cancel: () => dialog.current?.abort(),
    typed: forgive,
    code: () => takeEmailLink(purpose) ?? '',
  };
}

/** Runs one attempt at a time. A link that no longer works is a step of its own; other errors are shown where they occur. */
function useAttempts(step: MailLinkStep, setStep: (step: MailLinkStep) => void, onError: MailLinkOptions['onError']) {
  const kit = useKit();
  const clock = kit.client.clock.onDevice;
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<LoginProblem>();
  const underWay = useRef(false);

  function fail(error: unknown, email: string | undefined): void {
    const dead = deadStep(error, email);
    if (dead) setStep(dead);
    const isChoice = /^(PASSKEY_CANCELLED|PASSKEY_BUSY|CAPTCHA_CANCELLED)$/.test((error as LatchkeyError).code); // the person's own choice, which is no error
    setProblem(dead || isChoice ? undefined : problemOf(error, clock()));
    if (dead || isChoice) return;
    kit.tellOf(error as LatchkeyError);
    callApp(onError, error as ScreenError);
  }

  async function attempt(act: () => Promise<void>): Promise<void> {
    if (underWay.current) return;
    underWay.current = true;
    setIsBusy(true);
    try {
      await act();
      setProblem(undefined);
    } catch (error) {
      fail(error, emailOf(step));
    } finally {
      underWay.current = false;
      setIsBusy(false);
    }
  }

  return { isBusy, problem, attempt, fail, forgive: () => setProblem(undefined) };
}

/** A link that is opened in another tab logs this one in, too. */
function useOtherTab(isWaiting: boolean, done: (session: Session) => void): void {
  const { session, status } = useSession();
  /** The previous session's key; empty without one. */
  const before = useRef<string>(undefined);
  const tell = useLatest(done);
  useEffect(() => {
    if (status === 'loading') return;
    const isNew = before.current !== undefined && session !== undefined && session.publicKey !== before.current;
    before.current = session?.publicKey ?? '';
    if (isNew && isWaiting) tell.current(session);
  }, [session, status, isWaiting, tell]);
}
