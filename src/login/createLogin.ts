import type { Client } from '../client/createClient.js';
import { clickLogin } from './clickActions.js';
import type { LoginOptions, LoginTools } from './loginOptions.js';
import type { LoginState } from './loginState.js';
import { openLoginStore } from './loginStore.js';
import { otpActions } from './otpActions.js';
import { watchLogin } from './watchLogin.js';

/** A login as a store: a state, its subscribers, and actions in the state. */
export type Login = {
  /** The state; the same object until something changes. */
  getSnapshot(): LoginState;
  /** The state on a server: the first step, without stored data. */
  getServerSnapshot(): LoginState;
  /** Calls the listener after every change. While there are listeners, the configuration and the clock are followed. */
  subscribe(listener: () => void): () => void;
  /** Applies changed options. */
  update(options: LoginOptions): void;
};

/**
 * A login without UI: its step, the available actions, and the last error. After a reload it resumes a code that was under way; it stores
 * nothing secret. Nothing is requested or read before its first use, so that servers can create one too.
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
  const store = openLoginStore(client, options, (opened) => {
    const click = clickLogin(opened);
    return { ...otpActions(opened, click), ...click.actions };
  });
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
