import type { Session } from '../sessions/session.js';
import { fetchLater } from './fetchLater.js';
import { rememberMethod } from './lastMethod.js';
import type { LoginAtContact } from './loginState.js';
import type { LoginStore } from './loginStore.js';
import { type ClickMethod, methodName, type OauthMethod } from './methods.js';
import { problemOf } from './problem.js';
import type { ClickActions } from './stateOf.js';

// The flows come when a person comes near a button: a login by code needs none of them.

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

/** What can be done by the methods that want a click and no typing. */
export function clickActions(store: LoginStore): ClickActions {
  const { client, dispatch, change } = store;
  /** Fetched already, since a browser opens a window in the click alone. */
  let oauth: Awaited<ReturnType<typeof fetchOauth>> | undefined;
  let underWay: AbortController | undefined;

  function loggedIn(session: Session, method: ClickMethod | undefined): void {
    dispatch({ type: 'loggedIn' });
    if (method) rememberMethod(client, method);
    store.options().onLogin?.(session);
  }

  const refuse = (error: unknown) =>
    dispatch({ type: 'refused', problem: problemOf(error, client.clock.onDevice()), to: undefined });

  /** The provider that the page was left for, as far as this browser remembers. */
  const methodLeftFor = () => {
    const { methods = [] } = store.shown() as Partial<LoginAtContact>;
    return methods.find(
      (method): method is OauthMethod => method.type === 'oauth' && methodName(method) === store.facts().lastMethod,
    );
  };

  /** One login at a time, which may be called off. No session is nothing to do. */
  async function run(
    method: ClickMethod | undefined,
    flow: (signal: AbortSignal) => Promise<Session | undefined>,
  ): Promise<void> {
    if (store.facts().otp.busy !== undefined) return;
    const asking = new AbortController();
    underWay = asking;
    const answer = flow(asking.signal); // in the click
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
          .catch(() => {}); // tried again when it is needed
        return;
      }
      fetchOauth()
        .then((flows) => {
          oauth = flows;
          return flows.prepareOauth(client, method);
        })
        .catch(() => {}); // told of when it is asked for
    },

    logInBy(method, mode) {
      if (method.type === 'passkey')
        return run(method, async (signal) => (await fetchPasskeyLogin()).loginWithPasskey(client, { signal }));
      const { provider } = method;
      if (mode === 'redirect') rememberMethod(client, method); // the page is left before it is known
      return run(method, (signal) => {
        const asked = { provider, mode, draft: store.facts().drafts, signal };
        return oauth
          ? oauth.loginWithOauth(client, asked)
          : fetchOauth().then((flows) => flows.loginWithOauth(client, asked));
      });
    },

    signUpByPasskey: () =>
      run({ type: 'passkey' }, async (signal) => (await fetchPasskeys()).signUpWithPasskey(client, { signal })),

    async offerPasskeys(signal) {
      const [{ loginWithPasskeyAutofill }, { passkeySupport }] = await Promise.all([
        fetchPasskeyLogin(),
        fetchPasskeys(),
      ]);
      if (!(await passkeySupport()).autofill || signal.aborted) return;
      const onProblem = (error: unknown) => {
        if (store.facts().otp.busy === undefined) refuse(error); // else what the person has gone on to ends by it
      };
      loggedIn(await loginWithPasskeyAutofill(client, { signal, onProblem }), { type: 'passkey' });
    },

    completeReturn: () => run(methodLeftFor(), async () => (await (await fetchReturn())(client))?.session),

    cancel() {
      underWay?.abort();
    },
  };
}

/** The person knows: they closed the window themselves, or another dialog is open. */
const isSilent = (error: unknown): boolean =>
  /^(OAUTH_CANCELLED|PASSKEY_CANCELLED|PASSKEY_BUSY)$/.test(String((error as { code?: unknown }).code));
