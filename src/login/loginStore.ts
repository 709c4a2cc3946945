import type { Client } from '../client/createClient.js';
import { callApp } from './callApp.js';
import { keepLogin } from './keptLogin.js';
import type { LoginError } from './loginError.js';
import { factsAtFirst, factsRecalled, type LoginFacts } from './loginFacts.js';
import type { LoginOptions } from './loginOptions.js';
import type { LoginState } from './loginState.js';
import { type Contact, type LoginProblem, nextState, type OtpEvent } from './otpMachine.js';
import { problemOf } from './problem.js';
import { type LoginActions, stateOf } from './stateOf.js';

/** The shared state of a login's actions and watchers. */
export type LoginStore = {
  readonly client: Client;
  /** The current options. */
  options(): LoginOptions;
  facts(): LoginFacts;
  /** The state as the listeners know it. */
  shown(): LoginState;
  /** The state, computed with the current time. */
  now(): LoginState;
  /** The state before stored data was read. */
  atServer(): LoginState;
  update(options: LoginOptions): void;
  /** Applies changes, and notifies the listeners if they or the clock have changed the state. */
  change(changes?: Partial<LoginFacts>): void;
  dispatch(event: OtpEvent): void;
  /** Shows a failure and tells the app of it, unless the person called it off. @param to - whom a code was for */
  refuse(error: unknown, to?: Contact): void;
  listen(listener: () => void): () => void;
};

/** @param actionsOf - the actions of the steps */
export function openLoginStore(
  client: Client,
  options: LoginOptions,
  actionsOf: (store: LoginStore) => LoginActions,
): LoginStore {
  const { authProxyConfigId } = client.settings;
  const listeners = new Set<{ listener: () => void }>();
  let given = options;
  let facts = factsAtFirst(client, options.defaultContact);
  let isRecalled = false;
  const store: LoginStore = {
    client,
    options: () => given,
    facts: () => facts,
    shown,
    now: () => stateOf(facts, given, client.clock.onDevice(), actions),
    atServer: () => first,
    update(changed) {
      given = changed;
      if (isRecalled) change();
    },
    change,
    dispatch,
    refuse(error, to) {
      const problem = problemOf(error, client.clock.onDevice());
      if (wasCalledOff(problem)) return dispatch({ type: 'calledOff' });
      dispatch({ type: 'refused', problem, to });
      if (problem.code !== 'OTP_WRONG') callApp(given.onError, error as LoginError);
    },
    listen(listener) {
      const entry = { listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
  const actions = actionsOf(store);
  const first = store.now();
  let seen = first;

  /** Stored data is read on first use, and not on a server. */
  function shown(): LoginState {
    if (!isRecalled) {
      isRecalled = true;
      facts = factsRecalled(client, given.defaultContact);
      seen = store.now();
    }
    return seen;
  }

  function change(changes: Partial<LoginFacts> = {}): void {
    const before = shown();
    facts = { ...facts, ...changes };
    const next = store.now();
    if (JSON.stringify(next) === JSON.stringify(before) && next.problem === before.problem) return;
    seen = next;
    for (const { listener } of listeners) listener();
  }

  function dispatch(event: OtpEvent): void {
    shown();
    const { otp: before, last } = facts;
    const otp = nextState(before, event);
    if (otp.busy !== 'leaving' && (otp.step !== before.step || otp.busy !== before.busy))
      keepLogin(authProxyConfigId, { step: otp.step, last });
    if (otp !== before) change({ otp, ...(event.type === 'loggedOut' && { pending: undefined }) });
  }

  return store;
}

/** The person closed the window, cancelled the captcha, or has another dialog open. */
const wasCalledOff = ({ code }: LoginProblem): boolean =>
  /^(OAUTH_CANCELLED|PASSKEY_CANCELLED|PASSKEY_BUSY|CAPTCHA_CANCELLED)$/.test(code);
