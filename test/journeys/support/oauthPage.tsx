import { type ReactElement, StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  type CompletedOauth,
  completeOauthLogin,
  createClient,
  LatchkeyProvider,
  useConnectProvider,
  useLoginWithOauth,
  useLogout,
  useSession,
  useUser,
} from '../../../src/index.js';

/** The provider, as the test names it. */
const provider = new URLSearchParams(location.search).get('provider') ?? 'example';

/** A minimal app: a button, the result, and a form that a redirect must not lose. */
function Page({ completed, failure }: { completed?: CompletedOauth | undefined; failure?: unknown }): ReactElement {
  const { status } = useSession();
  const user = useUser();
  const login = useLoginWithOauth(provider);
  const logout = useLogout();
  const connect = useConnectProvider();
  const [note, setNote] = useState(String((completed?.draft as { note?: string } | undefined)?.note ?? ''));
  const controller = useRef<AbortController>(undefined);
  const code = login.error?.code ?? connect.error?.code ?? (failure as { code?: string } | undefined)?.code;
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);

  function begin(mode: 'popup' | 'redirect') {
    controller.current = new AbortController();
    login.mutate({
      mode,
      returnTo: `/?step=2${location.search.replace('?', '&')}#form`,
      draft: { note },
      signal: controller.current.signal,
    });
  }

  return (
    <main data-ready={isReady}>
      <p id="status">{status}</p>
      <p id="user">{user.data?.userName}</p>
      <p id="pending">{String(login.isPending)}</p>
      <p id="error">{code}</p>
      <p id="connected">{connect.status}</p>
      <p id="returned">{completed?.returnTo ?? (failure as { returnTo?: string } | undefined)?.returnTo}</p>
      <label>
        Note <input value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      <button type="button" onClick={() => begin('popup')}>
        Continue with Example ID
      </button>
      <button type="button" onClick={() => begin('redirect')}>
        Continue in this tab
      </button>
      <button type="button" onClick={() => controller.current?.abort(new Error('The person gave up.'))}>
        Give up
      </button>
      <button type="button" onClick={() => connect.mutate({ provider: 'example' })}>
        Connect Example ID
      </button>
      <button type="button" onClick={() => logout.mutate()}>
        Log out
      </button>
    </main>
  );
}

const { authProxyConfigId } = await (await fetch('/settings.json')).json();
const client = createClient({ authProxyUrl: location.origin, authProxyConfigId });
const ended = await completeOauthLogin(client).then(
  (completed) => ({ completed }),
  (failure: unknown) => ({ failure }),
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider client={client}>
      <Page {...ended} />
    </LatchkeyProvider>
  </StrictMode>,
);
