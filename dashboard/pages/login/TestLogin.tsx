import { useMutation } from '@tanstack/react-query';
import { type HookError, useLatchkey, useSession } from 'latchkey';
import { type Client, call, type Session } from 'latchkey/client';
import { beginTestLogin, type EndTestLoginResponse, endTestLogin } from 'latchkey/contract';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { awaitProvider, redirectUri } from '../../parts/providerWindow.js';
import { Refusal } from '../../parts/Refusal.js';
import { Table } from '../../parts/Table.js';
import { Copy } from '../../parts/texts.js';
import type { Config } from './config.js';
import { SectionFrame } from './Section.js';

type Tested = { readonly id: string; readonly label: string };

/** Providers that the configuration names, and those of its OAuth 2.0 apps. */
export function testedProviders({ oauthClientIds, oidcIssuers }: Config, apps: readonly Tested[]): readonly Tested[] {
  const builtIn = { google: 'Google', apple: 'Apple', facebook: 'Facebook' } as const;
  const named = (Object.keys(builtIn) as (keyof typeof builtIn)[]).filter((id) => oauthClientIds[id]?.length);
  return [...named.map((id) => ({ id, label: builtIn[id] })), ...oidcIssuers, ...apps];
}

type TestLoginProps = {
  readonly providers: readonly Tested[];
  /** Whether the auth proxy is on. */
  readonly isOn: boolean;
};

/** Tries a provider: what it says of a person, and whom that would be. Nobody is logged in or signed up. */
export function TestLogin({ providers, isOn }: TestLoginProps): ReactElement | null {
  const client = useLatchkey();
  const { session } = useSession();
  const [chosen, setChosen] = useState('');
  const left = useRef<AbortController>(undefined);
  const id = providers.some((each) => each.id === chosen) ? chosen : (providers[0]?.id ?? '');
  const tried = useMutation<EndTestLoginResponse, HookError | Error, Window | null>({
    mutationFn: (popup) => {
      left.current?.abort();
      left.current = new AbortController();
      return tryProvider({ client, session, provider: id, popup, signal: left.current.signal });
    },
  });
  useEffect(() => () => left.current?.abort(), []);
  if (providers.length === 0) return null;
  /** In the click: browsers open no window later. */
  const begin = () => tried.mutate(openWindow());
  return (
    <SectionFrame
      title="Test login"
      about="Log in at a provider as a person would, and see what it says of you. Nobody is logged in or signed up by it."
    >
      <p className="hint">
        The provider has to know this redirect URL: <code>{redirectUri()}</code>{' '}
        <Copy value={redirectUri()} name="the redirect URL" />
      </p>
      <div className="actions">
        <select aria-label="Provider to test" value={id} onChange={({ target }) => setChosen(target.value)}>
          {providers.map((each) => (
            <option key={each.id} value={each.id}>
              {each.label}
            </option>
          ))}
        </select>
        <button type="button" onClick={begin}>
          Test login
        </button>
      </div>
      <p role="status" className="hint">
        {tried.isPending && 'Log in, in the window that was opened. This page waits for it.'}
      </p>
      {tried.error && <Failure error={tried.error} />}
      {tried.data && <Answered answer={tried.data} />}
      {tried.data && !isOn && <p className="warning">Nobody can log in by it yet: the auth proxy is off.</p>}
    </SectionFrame>
  );
}

/** Without an opener, so that no page in it can do anything here. */
function openWindow(): Window | null {
  const popup = window.open('', '_blank', 'popup,width=500,height=650');
  if (popup) popup.opener = null;
  return popup;
}

type Trying = {
  readonly client: Client;
  readonly session: Session | undefined;
  readonly provider: string;
  readonly popup: Window | null;
  readonly signal: AbortSignal;
};

async function tryProvider({ client, session, provider, popup, signal }: Trying): Promise<EndTestLoginResponse> {
  if (!popup) throw new Error('The browser opened no window. Allow windows for this page, and try again.');
  try {
    const [state, codeVerifier, nonce] = [randomText(), randomText(), hexOf(await hashOf(randomText()))];
    const asked = { provider, redirectUri: redirectUri(), nonce };
    const codeChallenge = base64Url(await hashOf(codeVerifier));
    const begun = await call(client, beginTestLogin, { ...asked, state, codeChallenge }, { session, signal });
    popup.location.replace(begun.url);
    const { code, idToken, error, iss } = await awaitProvider(state, signal);
    if (error !== null)
      throw new Error(
        `The provider refused the login: ${/^[\w.-]{1,64}$/.test(error) ? error : 'it does not say why'}.`,
      );
    if (iss !== null && begun.issuer !== undefined && iss !== begun.issuer)
      throw new Error('The answer comes from another provider than the one that was asked.');
    if (code === null && idToken === null) throw new Error('The provider answered without what a login needs.');
    const answered = idToken === null ? { authCode: code ?? '' } : { idToken };
    return await call(client, endTestLogin, { ...asked, codeVerifier, ...answered }, { session, signal });
  } catch (error) {
    popup.close();
    throw error;
  }
}

const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));
const hashOf = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (found) => ({ '+': '-', '/': '_' })[found] ?? '');

function Failure({ error }: { readonly error: HookError | Error }): ReactElement {
  if ('code' in error && typeof error.code === 'string') return <Refusal error={error as HookError} />;
  const isLate = error.name === 'TimeoutError';
  return (
    <div role="alert" className="refusal">
      <p>{isLate ? 'The provider gave no answer within ten minutes.' : error.message}</p>
    </div>
  );
}

/** People are recognised by issuer and subject, whatever else the provider says. */
function Answered({ answer: { identity, claims } }: { readonly answer: EndTestLoginResponse }): ReactElement {
  const identifying = ['iss', 'sub', 'id'];
  return (
    <>
      <p role="status">
        <span className="chip good">It works</span> This person is{' '}
        <strong>
          <bdi>{identity.subject}</bdi>
        </strong>{' '}
        at <bdi>{identity.issuer}</bdi>, for the client id <bdi>{identity.audience}</bdi>.
      </p>
      <Table columns={['Claim', 'Value']}>
        {claims.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi> {identifying.includes(name) && <span className="chip">Identifies the person</span>}
            </th>
            <td className="long">
              <bdi>{value}</bdi>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
