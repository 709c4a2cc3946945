import type { Client } from '../client/createClient.js';
import { type SetTimer, startTimer } from '../sessions/expiry.js';
import type { Session } from '../sessions/session.js';
import { codeCharacters } from './codeText.js';
import { contactIn } from './contactText.js';
import { keepLogin } from './keptLogin.js';
import { askForConfig, type FollowConfig, rememberConfig } from './knownConfig.js';
import { factsAtFirst, factsRecalled, type LoginFacts } from './loginFacts.js';
import type { LoginState } from './loginState.js';
import type { LoginMethod } from './methods.js';
import { type Contact, isUnderWay, nextState, type OtpEvent } from './otpMachine.js';
import { askForCode, tryCode } from './otpQuestions.js';
import type { Country } from './phone.js';
import { problemOf } from './problem.js';
import { type LoginActions, stateOf } from './stateOf.js';

/** What a login begins with. All but `defaultContact` may change on the way. */
export type LoginOptions = {
  /** Called once, when the session is there. */
  readonly onLogin?: ((session: Session) => void) | undefined;
  /** First choice first. Default: what the configuration has switched on; a code by e-mail until that is known. */
  readonly methods?: readonly LoginMethod[] | undefined;
  /** An e-mail address, or a phone number that begins with `+`. Default: who logged in last in this tab. */
  readonly defaultContact?: string | undefined;
  /** How long a code is told to live, in seconds, where the service does not say. Default: 300. */
  readonly codeLifetimeSeconds?: number | undefined;
};

/** What a login gets from around it. */
export type LoginTools = {
  /** Where the configuration comes from. Default: the service is asked once. */
  readonly followConfig?: FollowConfig;
  /** Default: the page's own timer. */
  readonly setTimer?: SetTimer;
};

/** A login as a store: to be read, watched, and led on by the actions of its state. */
export type Login = {
  /** The state; the same object until something changes. */
  getSnapshot(): LoginState;
  /** The state of a page that a server renders: the first step, nothing remembered. */
  getServerSnapshot(): LoginState;
  /** Calls the listener after every change. While somebody listens, the configuration is followed and the clock is looked at. */
  subscribe(listener: () => void): () => void;
  /** Takes options that have changed. */
  update(options: LoginOptions): void;
};

/**
 * A login without a screen: where it is, what can be done next, and what went wrong. It comes back to a code that was under way when
 * the page was loaded again, and keeps nothing secret. Nothing is asked or read before its first use, so that a server can make
 * one too.
 *
 * @example
 * const login = createLogin(client, { onLogin: (session) => greet(session.userId) })
 * function draw() {
 *   const step = login.getSnapshot()
 *   if (step.at === 'contact') askForAddress({ why: step.problem?.code, onSubmit: (typed) => step.sendCode(typed) })
 *   else askForCode({ sentTo: step.contact.shown, why: step.problem?.code, onSubmit: (typed) => step.enterCode(typed) })
 * }
 * login.subscribe(draw)
 * draw()
 */
export function createLogin(client: Client, options: LoginOptions = {}, tools: LoginTools = {}): Login {
  const { followConfig = askForConfig(client), setTimer = startTimer } = tools;
  const { authProxyConfigId } = client.settings;
  const clock = client.clock.onDevice;
  const listeners = new Set<{ listener: () => void }>();
  const actions: LoginActions = { typed, chooseMethod, sendCode, enterCode, resendCode, changeContact };
  let given = options;
  let facts = factsAtFirst(options.defaultContact);
  let isRecalled = false;
  const atServer = state();
  let shown = atServer;
  let stopAttending = () => {};

  function state(): LoginState {
    return stateOf(facts, given.methods, clock(), actions);
  }

  /** What the browser remembers is looked at when it is first needed, and not while a server renders. */
  function recalled(): LoginState {
    if (!isRecalled) {
      isRecalled = true;
      facts = factsRecalled(client, given.defaultContact);
      shown = state();
    }
    return shown;
  }

  /** Shows what has changed, if anything has. */
  function change(changes: Partial<LoginFacts> = {}): void {
    recalled();
    facts = { ...facts, ...changes };
    const next = state();
    if (JSON.stringify(next) === JSON.stringify(shown) && next.problem === shown.problem) return;
    shown = next;
    for (const { listener } of listeners) listener();
  }

  function dispatch(event: OtpEvent): void {
    recalled();
    const { otp: before, last } = facts;
    const otp = nextState(before, event);
    if (otp.busy !== 'leaving' && (otp.step !== before.step || otp.busy !== before.busy))
      keepLogin(authProxyConfigId, { step: otp.step, last });
    if (otp !== before) change({ otp });
  }

  /** One question at a time; its answer or its failure is the next event. */
  async function ask<Answer>(
    to: Contact,
    question: () => Promise<Answer>,
    answered: (answer: Answer) => OtpEvent,
  ): Promise<Answer | undefined> {
    if (facts.otp.busy !== undefined) return undefined;
    dispatch({ type: 'asked' });
    try {
      const answer = await question();
      dispatch(answered(answer));
      return answer;
    } catch (error) {
      dispatch({ type: 'refused', problem: problemOf(error, clock()), to });
      return undefined;
    }
  }

  function refuse(code: 'CONTACT_INVALID' | 'CODE_INCOMPLETE'): void {
    dispatch({ type: 'refused', problem: problemOf({ code }, clock()), to: undefined });
  }

  /** Who types has chosen: what the configuration says later takes no field away. */
  function typed(): void {
    const step = recalled();
    if (step.at === 'contact') change({ channel: step.method.channel });
    dispatch({ type: 'typed' });
  }

  function chooseMethod({ channel }: LoginMethod, typed?: string): void {
    const { method } = recalled();
    const drafts = typed === undefined ? facts.drafts : { ...facts.drafts, [method.channel]: typed };
    change({ channel, drafts });
    dispatch({ type: 'edited' });
  }

  function changeContact(): void {
    dispatch({ type: 'edited' });
  }

  async function sendCode(typed: string, country?: Country): Promise<void> {
    const step = recalled();
    if (step.at !== 'contact' || step.busy !== undefined) return;
    const { channel } = step.method;
    change({ channel, drafts: { ...facts.drafts, [channel]: typed } });
    const to = contactIn(channel, typed, country);
    if (to === undefined) refuse('CONTACT_INVALID');
    else if (isUnderWay(facts.otp, to, clock())) dispatch({ type: 'returned' });
    else await send(to);
  }

  async function resendCode(): Promise<void> {
    const step = state();
    if (step.at === 'code' && step.canResend) await send(step.contact);
  }

  async function send(to: Contact): Promise<void> {
    const lifetimeSeconds = Number(facts.config?.otpExpirationSeconds ?? given.codeLifetimeSeconds ?? 300);
    await ask(
      to,
      () => askForCode(client, to, lifetimeSeconds * 1000),
      (code) => ({ type: 'sent', to, code, atMs: clock() }),
    );
  }

  async function enterCode(typed: string): Promise<void> {
    const step = state();
    const { sent } = facts.otp.step;
    if (step.at !== 'code' || sent === undefined || step.busy !== undefined || step.isOver) return;
    const code = codeCharacters(typed, step.form);
    if (code.length < step.form.length) return refuse('CODE_INCOMPLETE');
    const loggedIn = (): OtpEvent => ({ type: 'loggedIn' });
    const session = await ask(sent.to, () => tryCode(client, sent, code), loggedIn);
    if (session === undefined) return;
    change({ last: sent.to });
    keepLogin(authProxyConfigId, { last: sent.to });
    given.onLogin?.(session);
  }

  /** From the first listener to the last. */
  function attend(): () => void {
    const page = new AbortController();
    let stopTimer = () => {};
    const unfollow = followConfig((config) => {
      rememberConfig(client, config);
      change({ config });
    });
    const lookAtSessions = () => {
      const { status, active } = client.sessions.getSnapshot();
      if (status === 'ready' && active === undefined) dispatch({ type: 'loggedOut' }); // the app kept the screen all the while
    };
    const unsubscribe = client.sessions.subscribe(lookAtSessions);
    const backOnline = () => facts.otp.problem?.isOffline && dispatch({ type: 'waited' });
    globalThis.addEventListener?.('online', backOnline, { signal: page.signal });
    /** Times are read off the clock, not counted, so that a device that slept wakes up to the right ones. */
    const look = () => {
      const { problem } = facts.otp;
      if (problem && clock() >= problem.atMs + (problem.retryAfterMs ?? Infinity)) dispatch({ type: 'waited' });
      change();
      stopTimer = setTimer(look, LOOK_EVERY_MS);
    };
    lookAtSessions();
    look();
    return () => {
      page.abort();
      unfollow();
      unsubscribe();
      stopTimer();
    };
  }

  return {
    getSnapshot: recalled,
    getServerSnapshot: () => atServer,
    subscribe(listener) {
      const entry = { listener };
      listeners.add(entry);
      if (listeners.size === 1) stopAttending = attend();
      return () => {
        if (listeners.delete(entry) && listeners.size === 0) stopAttending();
      };
    },
    update(changed) {
      given = changed;
      if (isRecalled) change();
    },
  };
}

const LOOK_EVERY_MS = 250;
