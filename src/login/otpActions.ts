import { callApp } from './callApp.js';
import type { ClickLogin } from './clickActions.js';
import { codeCharacters } from './codeText.js';
import { emailIn } from './emailText.js';
import { keepLogin } from './keptLogin.js';
import { rememberMethod } from './lastMethod.js';
import { lazyPart } from './lazyPart.js';
import type { LoginStore } from './loginStore.js';
import { channelOf, isOtp, type OtpMethod, otpBy } from './methods.js';
import { type Contact, isUnderWay, type OtpEvent } from './otpMachine.js';
import { askForCode, loginWithCode } from './otpQuestions.js';
import type { Country } from './phone.js';
import { problemOf } from './problem.js';
import type { ClickActions, LoginActions } from './stateOf.js';

/** How phone numbers are read, which an address needs nothing of. */
const fetchNumbers = lazyPart(() => import('./contactText.js'));

type OtpActions = Omit<LoginActions, keyof ClickActions>;

/** The actions of a login by code. */
export function otpActions(store: LoginStore, click: Pick<ClickLogin, 'leave' | 'end'>): OtpActions {
  const { client, dispatch, change } = store;
  const clock = client.clock.onDevice;

  /** Runs one request at a time; its answer or error is the next event. */
  async function ask<Answer>(
    to: Contact,
    question: () => Promise<Answer>,
    answered: (answer: Answer) => OtpEvent,
  ): Promise<Answer | undefined> {
    if (store.facts().otp.busy !== undefined) return undefined;
    click.end();
    dispatch({ type: 'asked' });
    try {
      const answer = await question();
      dispatch(answered(answer));
      return answer;
    } catch (error) {
      store.refuse(error, to);
      return undefined;
    }
  }

  async function send(to: Contact): Promise<void> {
    const { codeLifetimeSeconds = 300 } = store.options();
    const { config } = store.facts();
    const lifetimeMs = Number(config?.otpExpirationSeconds ?? codeLifetimeSeconds) * 1000;
    await ask(
      to,
      () => askForCode(client, to, { lifetimeMs, config }),
      (code) => ({ type: 'sent', to, code, atMs: clock() }),
    );
  }

  /** @returns `null` if what reads it did not load, which the person is told */
  async function numberIn(typed: string, country?: Country): Promise<Contact | undefined | null> {
    try {
      return (await fetchNumbers()).contactIn('sms', typed, country);
    } catch (error) {
      store.refuse(error, undefined);
      return null;
    }
  }

  function refuse(code: 'CONTACT_INVALID' | 'CODE_INCOMPLETE'): void {
    dispatch({ type: 'refused', problem: problemOf({ code }, clock()), to: undefined });
  }

  return {
    /** Typing is a choice: the configuration no longer replaces the field, and nothing waits for a window or a dialog. */
    typed() {
      click.leave();
      const step = store.shown();
      if (step.at === 'contact' && isOtp(step.method)) change({ channel: step.method.channel });
      dispatch({ type: 'typed' });
    },

    chooseMethod({ channel }: OtpMethod, typed?: string) {
      click.leave();
      const before = channelOf(store.shown().method);
      const { drafts } = store.facts();
      change({ channel, drafts: typed === undefined ? drafts : { ...drafts, [before]: typed } });
      dispatch({ type: 'edited' });
    },

    changeContact() {
      dispatch({ type: 'edited' });
    },

    async sendCode(typed: string, country?: Country) {
      const step = store.shown();
      if (step.at !== 'contact' || step.busy !== undefined) return;
      const channel = channelOf(step.method);
      change({ channel, drafts: { ...store.facts().drafts, [channel]: typed } });
      const to = channel === 'email' ? emailIn(typed) : await numberIn(typed, country);
      if (to === null) return;
      if (to === undefined) refuse('CONTACT_INVALID');
      else if (isUnderWay(store.facts().otp, to, clock())) dispatch({ type: 'returned' });
      else await send(to);
    },

    async resendCode() {
      const step = store.now();
      if (step.at === 'code' && step.canResend) await send(step.contact);
    },

    async enterCode(typed: string) {
      const step = store.now();
      const { sent } = store.facts().otp.step;
      if (step.at !== 'code' || sent === undefined || step.busy !== undefined || step.isOver) return;
      const code = codeCharacters(typed, step.form);
      if (code.length < step.form.length) return refuse('CODE_INCOMPLETE');
      const loggedIn = (): OtpEvent => ({ type: 'loggedIn' });
      const session = await ask(sent.to, () => loginWithCode(client, sent, code), loggedIn);
      if (session === undefined) return;
      change({ last: sent.to });
      rememberMethod(client, otpBy(sent.to.channel));
      keepLogin(client.settings.authProxyConfigId, { last: sent.to });
      callApp(store.options().onLogin, session);
    },
  };
}
