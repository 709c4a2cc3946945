import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { AuthProxyConfigChanges } from '../../src/contract/authProxy.records.js';
import { utf8 } from '../../src/crypto/bytes.js';
import type { Outbound } from '../../src/service/outbound.js';

/** An identity provider inside of a page, with a window for one person. */
export type InPageIssuer = {
  /** The provider's part of a configuration. */
  readonly config: AuthProxyConfigChanges;
  /** The service's requests to the provider. */
  readonly outbound: Outbound;
  /** The page's `fetch`: requests to the provider are answered here, all others by `rest`. */
  readonly beside: (rest: typeof fetch) => typeof fetch;
  /** Replaces the browser's `window.open`. */
  readonly open: () => Window;
  /** The person at the provider's window, and their answer; `nothing` while they have not answered yet. */
  readonly person: { subject: string; answers: 'yes' | 'no' | 'nothing' };
  /** How often an answer was offered to the page. */
  readonly answered: () => number;
  /** A valid token of a person, for a nonce. */
  readonly token: (subject: string, nonce: string) => Promise<string>;
};

const issuer = 'https://id.example';
const clientId = 'acme';

/** @param clock - the provider's clock */
export async function inPageIssuer(clock: () => number): Promise<InPageIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const person: InPageIssuer['person'] = { subject: 'ada', answers: 'yes' };
  let answers = 0;
  const codes = new Map<string, { readonly subject: string; readonly nonce: string }>();
  const seconds = () => Math.floor(clock() / 1000);
  const token = (subject: string, nonce: string) =>
    new SignJWT({ iss: issuer, aud: clientId, sub: subject, nonce, iat: seconds(), exp: seconds() + 600 })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(privateKey);
  const documents: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
    },
    '/keys': { keys: [jwk] },
  };

  async function answer(url: string, form: string | undefined): Promise<object> {
    const document = documents[new URL(url).pathname];
    if (document) return document;
    const code = codes.get(new URLSearchParams(form).get('code') ?? '');
    return code ? { id_token: await token(code.subject, code.nonce) } : { error: 'invalid_grant' };
  }

  /** Sends the page the message of the page at the redirect URL. */
  function answerAt(url: string): void {
    const query = new URL(url).searchParams;
    const state = query.get('state') ?? '';
    const code = crypto.randomUUID();
    codes.set(code, { subject: person.subject, nonce: query.get('nonce') ?? '' });
    const channel = new BroadcastChannel(`latchkey.oauth.${state}`);
    const offer = setInterval(() => {
      if (person.answers === 'nothing') return;
      answers += 1;
      const result = person.answers === 'yes' ? `code=${code}` : 'error=access_denied';
      channel.postMessage({ latchkeyOauth: 'answer', state, back: { search: `?state=${state}&${result}`, hash: '' } });
    }, 50);
    channel.onmessage = () => {
      clearInterval(offer);
      channel.close();
    };
  }

  return {
    config: {
      oidcIssuers: [{ id: 'example', issuer, clientIds: [clientId], label: 'Example ID' }],
      oauthRedirectUrls: [`${globalThis.location?.origin}/callback`],
    },
    outbound: {
      mayReach: (url) => url.startsWith(issuer),
      request: async ({ url }) => ({
        status: 200,
        headers: new Headers(),
        body: utf8(JSON.stringify(await answer(url, undefined))),
      }),
    },
    beside: (rest) => async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return url.startsWith(issuer) ? Response.json(await answer(url, String(init?.body ?? ''))) : rest(input, init);
    },
    open: () => {
      const location = { replace: answerAt, origin: issuer, href: 'about:blank' };
      return Object.assign(Object.create(null), {
        closed: false,
        opener: null,
        location,
        close() {},
        focus() {},
        postMessage() {},
      });
    },
    person,
    answered: () => answers,
    token,
  };
}
