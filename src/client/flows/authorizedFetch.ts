import { proxyWalletKitConfig } from '../../contract/proxyConfig.js';
import { toBase64Url } from '../../crypto/base64url.js';
import { accessTokenHash, writeDpopProof } from '../../crypto/dpop.js';
import type { Session } from '../../sessions/session.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import { keyOf, livingSession } from '../signer.js';
import { refreshSession } from './refreshSession.js';

/** As `fetch`. */
export type AuthorizedFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for the app's own backend: each request carries the session token and a fresh proof by the session's key for this method and
 * URL. The backend verifies them with `latchkey/server`. The body is not covered by the proof.
 *
 * If the backend rejects the proof's time, the device's clock is compared with the service's, and the request is sent once more if the
 * clock was wrong.
 *
 * @param options - `session`: default, the active one at each request. `fetch`: default, the platform's.
 * @throws {SessionError} SESSION_GONE
 * @throws what `fetch` throws
 * @see RFC 9449, 4 and 7
 * @example
 * const response = await authorizedFetch(client)('https://api.example.com/orders', { method: 'POST', body })
 */
export function authorizedFetch(
  client: Client,
  options: { readonly session?: Session; readonly fetch?: AuthorizedFetch } = {},
): AuthorizedFetch {
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  return async (input, init) => {
    const request = new Request(input, init);
    const again = request.clone();
    const response = await send(await authorized(client, request, options.session));
    if (!isOutOfTime(response) || !(await correctsClock(client))) return response;
    return send(await authorized(client, again, options.session));
  };
}

async function authorized(client: Client, request: Request, named: Session | undefined): Promise<Request> {
  const { token, publicKey } = await sessionWithToken(client, named);
  const { origin, pathname } = new URL(request.url);
  const claims = {
    htm: request.method,
    htu: origin + pathname,
    iat: Math.floor(client.clock.now() / 1000),
    jti: toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
    ath: await accessTokenHash(token),
  };
  const proof = await writeDpopProof(claims, await keyOf(client, publicKey));
  const headers = new Headers(request.headers);
  headers.set('Authorization', `DPoP ${token}`);
  headers.set('DPoP', proof);
  return new Request(request, { headers });
}

/** A session opened by an older version has no token; its refresh gets one. */
async function sessionWithToken(client: Client, named: Session | undefined): Promise<Session & { token: string }> {
  const session = await livingSession(client, named);
  const { token = '', ...refreshed } =
    session.token === undefined ? await refreshSession(client, { session }) : session;
  return { ...refreshed, token };
}

const isOutOfTime = ({ status, headers }: Response): boolean =>
  status === 401 && /^DPoP\b.*\berror="invalid_dpop_proof"/i.test(headers.get('WWW-Authenticate') ?? '');

/** Whether the service's answer shows that the device's clock was wrong. */
async function correctsClock(client: Client): Promise<boolean> {
  const beforeMs = client.clock.toDevice(0);
  await callProxy(client, proxyWalletKitConfig, {}).catch(() => undefined);
  return client.clock.toDevice(0) !== beforeMs;
}
