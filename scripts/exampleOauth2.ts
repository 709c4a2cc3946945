import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exampleIdPage } from '../src/service/node/exampleId/exampleIdPage.js';
import type { Oauth2Name, ReplacedEndpoints } from '../src/service/tools.js';

/** What the two providers are made of. */
export type ExampleOauth2Settings = {
  /** Where they answer: `<url>/x/authorize` and so on. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where they may send people back to. */
  readonly redirectUrls: readonly string[];
  /** What is answered in the place of the truth, for tests: called before each answer to the service. */
  readonly fault?: ((step: 'token' | 'user', outgoing: ServerResponse) => boolean | Promise<boolean>) | undefined;
  /** Called for each code to be exchanged, by an app that may. */
  readonly onExchange?: (code: string) => void;
};

/** Who logs in, as they are asked. */
type Asked = { readonly redirectUri: string; readonly challenge: string };
type Person = { readonly id: string; readonly name: string };
type Grant = Person & Asked & { readonly provider: Oauth2Name };

export type ExampleOauth2 = {
  readonly endpoints: ReplacedEndpoints;
  readonly answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** A code, as the page would give it to a person of that name. */
  readonly codeFor: (provider: Oauth2Name, name: string, asked: Asked) => string;
};

/**
 * Providers on this machine in the shape of X and Discord, for development and tests: OAuth 2.0 with PKCE, a client secret and no ID
 * tokens. They believe everybody who they say they are; a person is the same again by their name.
 */
export function createExampleOauth2(settings: ExampleOauth2Settings): ExampleOauth2 {
  const { url, redirectUrls } = settings;
  const path = new URL(url).pathname.replace(/\/$/, '');
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();

  function codeFor(provider: Oauth2Name, name: string, asked: Asked): string {
    const code = randomBytes(16).toString('base64url');
    codes.set(code, { ...asked, provider, name, id: idOf(name) });
    return code;
  }

  async function authorize(provider: Oauth2Name, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { searchParams: asked, search } = new URL(incoming.url ?? '', url);
    const [redirectUri, challenge] = [asked.get('redirect_uri') ?? '', asked.get('code_challenge') ?? ''];
    const isGood =
      asked.get('client_id') === settings.clientId &&
      asked.get('response_type') === 'code' &&
      asked.get('code_challenge_method') === 'S256' &&
      redirectUrls.includes(redirectUri);
    if (!isGood) return void outgoing.writeHead(400).end('No app of this provider asks so.');
    if (incoming.method !== 'POST') {
      const origins = redirectUrls.map((each) => new URL(each).origin);
      const action = `${path}/${provider}/authorize${search}`;
      return exampleIdPage(outgoing, { action, asks: 'name', provider: labels[provider], person: undefined, origins });
    }
    const form = new URLSearchParams(await text(incoming));
    const back = new URL(redirectUri);
    if (form.get('answer') === 'deny') back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', codeFor(provider, form.get('name') ?? '', { redirectUri, challenge }));
    back.searchParams.set('state', asked.get('state') ?? '');
    outgoing.writeHead(303, { Location: back.href, 'Referrer-Policy': 'no-referrer' }).end();
  }

  async function exchange(provider: Oauth2Name, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(incoming));
    const expected = [settings.clientId, settings.clientSecret].map(encodeURIComponent).join(':');
    if (incoming.headers.authorization !== `Basic ${btoa(expected)}`)
      return json(outgoing, 401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    settings.onExchange?.(code);
    const grant = codes.get(code);
    codes.delete(code);
    if (await settings.fault?.('token', outgoing)) return;
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.provider !== provider || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== challenge)
      return json(outgoing, 400, { error: provider === 'x' ? 'invalid_request' : 'invalid_grant' });
    const token = randomBytes(16).toString('base64url');
    tokens.set(token, grant);
    return json(outgoing, 200, { access_token: token, token_type: 'bearer', expires_in: 7200, scope: 'identify' });
  }

  async function user(provider: Oauth2Name, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (await settings.fault?.('user', outgoing)) return;
    const grant = tokens.get(incoming.headers.authorization?.replace(/^Bearer /, '') ?? '');
    if (grant?.provider !== provider) return json(outgoing, 401, { title: 'Unauthorized' });
    const { id, name } = grant;
    if (provider === 'x') return json(outgoing, 200, { data: { id, name, username: name.toLowerCase() } });
    return json(outgoing, 200, { id, username: name.toLowerCase(), global_name: name });
  }

  const steps = { authorize, token: exchange, user };
  return {
    endpoints: exampleOauth2Endpoints(url),
    codeFor,
    answer(incoming, outgoing) {
      const [, name, step] = /^\/(x|discord)\/(authorize|token|user)$/.exec(
        new URL(incoming.url ?? '', url).pathname.slice(path.length),
      ) ?? ['', '', ''];
      if (!name) return void outgoing.writeHead(404).end();
      steps[step as keyof typeof steps](name as Oauth2Name, incoming, outgoing).catch(() => outgoing.destroy());
    },
  };
}

/** Where they answer. */
export const exampleOauth2Endpoints = (url: string): ReplacedEndpoints => ({
  x: at(`${url}/x`),
  discord: at(`${url}/discord`),
});

const at = (url: string) => ({ authorization: `${url}/authorize`, token: `${url}/token`, user: `${url}/user` });

const labels = { x: 'Example X', discord: 'Example Discord' } as const;

/** A number, the same for the same name. */
const idOf = (name: string): string =>
  String(1_000_000 + createHash('sha256').update(name.trim().toLowerCase()).digest().readUInt32BE(0));

function json(outgoing: ServerResponse, status: number, body: object): void {
  outgoing
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}
