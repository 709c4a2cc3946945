import type { Client } from '../client/createClient.js';
import { clickActions } from './clickActions.js';
import type { LoginOptions, LoginTools } from './loginOptions.js';
import type { LoginState } from './loginState.js';
import { openLoginStore } from './loginStore.js';
import { otpActions } from './otpActions.js';
import { watchLogin } from './watchLogin.js';

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
  const store = openLoginStore(client, options, (opened) => ({ ...otpActions(opened), ...clickActions(opened) }));
  let listening = 0;
  let stopWatching = () => {};
  return {
    getSnapshot: store.shown,
    getServerSnapshot: store.atServer,
    update: store.update,
    subscribe(listener) {
      const unlisten = store.listen(listener);
      listening += 1;
      if (listening === 1) stopWatching = watchLogin(store, tools);
      let isListening = true;
      return () => {
        if (!isListening) return;
        isListening = false;
        unlisten();
        listening -= 1;
        if (listening === 0) stopWatching();
      };
    },
  };
}
