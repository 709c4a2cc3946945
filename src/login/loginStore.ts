import type { Client } from '../client/createClient.js';
import { keepLogin } from './keptLogin.js';
import { factsAtFirst, factsRecalled, type LoginFacts } from './loginFacts.js';
import type { LoginOptions } from './loginOptions.js';
import type { LoginState } from './loginState.js';
import { nextState, type OtpEvent } from './otpMachine.js';
import { type LoginActions, stateOf } from './stateOf.js';

/** What a login's actions and watchers share: what is known, what is shown, and how either changes. */
export type LoginStore = {
  readonly client: Client;
  /** The options as they are now. */
  options(): LoginOptions;
  facts(): LoginFacts;
  /** The state as the listeners know it. */
  shown(): LoginState;
  /** The state as the clock makes it now. */
  now(): LoginState;
  /** The state before anything was recalled. */
  atServer(): LoginState;
  update(options: LoginOptions): void;
  /** Learns something, and shows what has changed by that or by the clock, if anything has. */
  change(changes?: Partial<LoginFacts>): void;
  dispatch(event: OtpEvent): void;
  listen(listener: () => void): () => void;
};

/** @param actionsOf - what can be done at the steps */
export function openLoginStore(
  client: Client,
  options: LoginOptions,
  actionsOf: (store: LoginStore) => LoginActions,
): LoginStore {
  const { authProxyConfigId } = client.settings;
  const listeners = new Set<{ listener: () => void }>();
  let given = options;
  let facts = factsAtFirst(options.defaultContact);
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
    listen(listener) {
      const entry = { listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
  const actions = actionsOf(store);
  const first = store.now();
  let seen = first;

  /** What the browser remembers is looked at when it is first needed, and not while a server renders. */
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
    if (otp !== before) change({ otp });
  }

  return store;
}
