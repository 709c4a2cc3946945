import type { Session } from '../sessions/session.js';
import { callApp } from './callApp.js';
import { rememberMethod } from './lastMethod.js';
import { lazyPart } from './lazyPart.js';
import type { LoginAtContact } from './loginState.js';
import type { LoginStore } from './loginStore.js';
import { type ClickMethod, methodName, type OauthMethod, sameMethod } from './methods.js';
import type { ClickActions } from './stateOf.js';

// The OAuth and passkey flows load when a person reaches a button: a login by code needs none of them.

const fetchOauth = lazyPart(async () => {
  const [{ loginWithOauth }, { prepareOauth }] = await Promise.all([
    import('../client/oauth/loginWithOauth.js'),
    import('../client/oauth/prepareOauth.js'),
  ]);
  return { loginWithOauth, prepareOauth };
});
const fetchReturn = lazyPart(async () => (await import('../client/oauth/loginWithOauth.js')).completeOauthLogin);
const fetchPasskeyLogin = lazyPart(() => import('../client/flows/loginWithPasskey.js'));
const fetchPasskeys = lazyPart(() => import('../client/flows/passkeys.js'));

/** The actions of the login methods by click, and how others end what they wait for. */
export type ClickLogin = {
  readonly actions: ClickActions;
  /** The person turned to something else: a dialog is closed, and the answer of a window is still taken. */
  readonly leave: () => void;
  /** Another login begins. */
  readonly end: () => void;
};

/** A login that waits for its person, in a window or a dialog. It locks nothing. */
type Wait = {
  readonly asking: AbortController;
  /** Nothing on the screen waits for it. */
  isLeft: boolean;
  /** Brings its window to the front, or opens it again. */
  show?: () => boolean;
};

export function clickLogin(store: LoginStore): ClickLogin {
  const { client, dispatch, change } = store;
  /** Loaded before the click, since browsers open a window only in the click. */
  let oauth: Awaited<ReturnType<typeof fetchOauth>> | undefined;
  let waiting: Wait | undefined;

  function loggedIn(session: Session, method: ClickMethod | undefined): void {
    dispatch({ type: 'loggedIn' });
    if (method) rememberMethod(client, method);
    callApp(store.options().onLogin, session);
  }

  /** @param tried - what help is shown for */
  function leave(tried?: ClickMethod): void {
    const { pending, otp } = store.facts();
    if (!pending || !waiting || otp.busy !== undefined) return;
    waiting.isLeft = true;
    if (pending.type === 'passkey') waiting.asking.abort();
    change({ pending: undefined, tried });
  }

  function end(): void {
    leave();
    waiting?.asking.abort();
    waiting = undefined;
    change({ tried: undefined });
  }

  /** The provider of a redirect login, if this browser remembers it. */
  const methodLeftFor = () => {
    const { methods = [] } = store.shown() as Partial<LoginAtContact>;
    return methods.find(
      (method): method is OauthMethod => method.type === 'oauth' && methodName(method) === store.facts().lastMethod,
    );
  };

  function showWait(pending: ClickMethod | undefined): void {
    change({ pending });
    dispatch({ type: 'calledOff' });
  }

  /** While a login that left this page is completed, or this page is left. */
  function showBusy(tried: ClickMethod | undefined): void {
    change({ tried });
    dispatch({ type: 'asked' });
  }

  /** Runs one login at a time. Without a session there is nothing to do. @param begin - shows that it has begun */
  async function run(
    method: ClickMethod | undefined,
    flow: (wait: Wait) => Promise<Session | undefined>,
    begin = showWait,
  ): Promise<void> {
    if (store.facts().otp.busy !== undefined) return;
    end();
    const wait: Wait = { asking: new AbortController(), isLeft: false };
    waiting = wait;
    const answer = flow(wait); // synchronous in the click
    begin(method);
    try {
      const session = await answer;
      if (session) loggedIn(session, method);
      else showWait(undefined);
    } catch (error) {
      if (wait.isLeft) return;
      change({ pending: undefined, tried: method });
      store.refuse(error);
    } finally {
      if (waiting === wait) waiting = undefined;
    }
  }

  /** What a login in a window tells. */
  const eventsOf = (wait: Wait, method: OauthMethod) => ({
    opened(show: () => boolean) {
      wait.show = show;
    },
    closed() {
      if (waiting === wait) leave(method);
    },
    answered() {
      wait.isLeft = false;
      change({ pending: method, tried: undefined });
      dispatch({ type: 'asked' });
    },
  });

  const actions: ClickActions = {
    prepare(method) {
      if (method.type === 'passkey') {
        Promise.all([fetchPasskeys(), fetchPasskeyLogin()])
          .then(([{ preparePasskeys }]) => preparePasskeys(client))
          .catch(() => {}); // loaded again when needed
        return;
      }
      fetchOauth()
        .then((flows) => {
          oauth = flows;
          return flows.prepareOauth(client, method);
        })
        .catch(() => {}); // reported when it is requested
    },

    async logInBy(method, mode) {
      if (method.type === 'passkey')
        return run(method, async ({ asking: { signal } }) =>
          (await fetchPasskeyLogin()).loginWithPasskey(client, { signal }),
        );
      const { pending } = store.facts();
      if (mode !== 'redirect' && pending && sameMethod(pending, method) && waiting?.show?.()) return;
      const { provider } = method;
      if (mode === 'redirect') rememberMethod(client, method); // the page is left before the outcome is known
      const flow = (wait: Wait) => {
        const { signal } = wait.asking;
        const request = { provider, mode, draft: store.facts().drafts, signal, on: eventsOf(wait, method) };
        return oauth
          ? oauth.loginWithOauth(client, request)
          : fetchOauth().then((flows) => flows.loginWithOauth(client, request));
      };
      return run(method, flow, mode === 'redirect' ? showBusy : showWait);
    },

    signUpByPasskey: (named) =>
      run({ type: 'passkey' }, async ({ asking: { signal } }) =>
        (await fetchPasskeys()).signUpWithPasskey(client, { ...named, signal }),
      ),

    async offerPasskeys(signal) {
      const [{ loginWithPasskeyAutofill }, { passkeySupport }] = await Promise.all([
        fetchPasskeyLogin(),
        fetchPasskeys(),
      ]);
      if (!(await passkeySupport()).autofill || signal.aborted) return;
      const onProblem = (error: unknown) => {
        const { otp, pending } = store.facts();
        if (otp.busy === undefined && !pending) store.refuse(error); // unless the person has started something else, which this would end
      };
      const session = await loginWithPasskeyAutofill(client, { signal, onProblem });
      end();
      loggedIn(session, { type: 'passkey' });
    },

    completeReturn: () => run(methodLeftFor(), async () => (await (await fetchReturn())(client))?.session, showBusy),

    cancel: () => leave(store.facts().pending),
  };

  return { actions, leave: () => leave(), end };
}
