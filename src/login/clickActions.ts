import type { Session } from '../sessions/session.js';
import { fetchLater } from './fetchLater.js';
import { rememberMethod } from './lastMethod.js';
import type { LoginAtContact } from './loginState.js';
import type { LoginStore } from './loginStore.js';
import { type ClickMethod, methodName, type OauthMethod } from './methods.js';
import { problemOf } from './problem.js';
import type { ClickActions } from './stateOf.js';

// The OAuth and passkey flows load when a person reaches a button: a login by code needs none of them.

const fetchOauth = fetchLater(async () => {
  const [{ loginWithOauth }, { prepareOauth }] = await Promise.all([
    import('../client/flows/loginWithOauth.js'),
    import('../client/flows/prepareOauth.js'),
  ]);
  return { loginWithOauth, prepareOauth };
});
const fetchReturn = fetchLater(async () => (await import('../client/flows/completeOauthLogin.js')).completeOauthLogin);
const fetchPasskeyLogin = fetchLater(() => import('../client/flows/loginWithPasskey.js'));
const fetchPasskeys = fetchLater(() => import('../client/flows/passkeys.js'));

/** The actions of the login methods by click. */
export function clickActions(store: LoginStore): ClickActions {
  const { client, dispatch, change } = store;
  /** Loaded before the click, since browsers open a window only in the click. */
  let oauth: Awaited<ReturnType<typeof fetchOauth>> | undefined;
  let underWay: AbortController | undefined;

  function loggedIn(session: Session, method: ClickMethod | undefined): void {
    dispatch({ type: 'loggedIn' });
    if (method) rememberMethod(client, method);
    store.options().onLogin?.(session);
  }

  const refuse = (error: unknown) =>
    dispatch({ type: 'refused', problem: problemOf(error, client.clock.onDevice()), to: undefined });

  /** The provider of a redirect login, if this browser remembers it. */
  const methodLeftFor = () => {
    const { methods = [] } = store.shown() as Partial<LoginAtContact>;
    return methods.find(
      (method): method is OauthMethod => method.type === 'oauth' && methodName(method) === store.facts().lastMethod,
    );
  };

  /** Runs one login at a time, which can be cancelled. Without a session there is nothing to do. */
  async function run(
    method: ClickMethod | undefined,
    flow: (signal: AbortSignal) => Promise<Session | undefined>,
  ): Promise<void> {
    if (store.facts().otp.busy !== undefined) return;
    const asking = new AbortController();
    underWay = asking;
    const answer = flow(asking.signal); // synchronous in the click
    change({ pending: method, tried: undefined });
    dispatch({ type: 'asked' });
    try {
      const session = await answer;
      if (session) loggedIn(session, method);
      else dispatch({ type: 'calledOff' });
    } catch (error) {
      change({ tried: method });
      if (asking.signal.aborted || isSilent(error)) dispatch({ type: 'calledOff' });
      else refuse(error);
    } finally {
      underWay = undefined;
      change({ pending: undefined });
    }
  }

  return {
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

    logInBy(method, mode) {
      if (method.type === 'passkey')
        return run(method, async (signal) => (await fetchPasskeyLogin()).loginWithPasskey(client, { signal }));
      const { provider } = method;
      if (mode === 'redirect') rememberMethod(client, method); // the page is left before the outcome is known
      return run(method, (signal) => {
        const request = { provider, mode, draft: store.facts().drafts, signal };
        return oauth
          ? oauth.loginWithOauth(client, request)
          : fetchOauth().then((flows) => flows.loginWithOauth(client, request));
      });
    },

    signUpByPasskey: (named) =>
      run({ type: 'passkey' }, async (signal) =>
        (await fetchPasskeys()).signUpWithPasskey(client, { ...named, signal }),
      ),

    async offerPasskeys(signal) {
      const [{ loginWithPasskeyAutofill }, { passkeySupport }] = await Promise.all([
        fetchPasskeyLogin(),
        fetchPasskeys(),
      ]);
      if (!(await passkeySupport()).autofill || signal.aborted) return;
      const onProblem = (error: unknown) => {
        if (store.facts().otp.busy === undefined) refuse(error); // unless the person has started something else, which this would end
      };
      loggedIn(await loginWithPasskeyAutofill(client, { signal, onProblem }), { type: 'passkey' });
    },

    completeReturn: () => run(methodLeftFor(), async () => (await (await fetchReturn())(client))?.session),

    cancel() {
      underWay?.abort();
    },
  };
}

/** The person knows: they closed the window, cancelled the captcha, or another dialog is open. */
const isSilent = (error: unknown): boolean =>
  /^(OAUTH_CANCELLED|PASSKEY_CANCELLED|PASSKEY_BUSY|CAPTCHA_CANCELLED)$/.test(
    String((error as { code?: unknown }).code),
  );
