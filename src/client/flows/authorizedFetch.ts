import { proxyWalletKitConfig } from '../../contract/proxyConfig.js';
import { toBase64Url } from '../../crypto/base64url.js';
import { accessTokenHash, writeDpopProof } from '../../crypto/dpop.js';
import { readSessionToken } from '../../crypto/tokens.js';
import type { Session } from '../../sessions/session.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import { keyOf, livingSession } from '../signer.js';
import { refreshSession } from './refreshSession.js';

/** As `fetch`. */
export type AuthorizedFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** Options of {@link authorizedFetch}. */
export interface AuthorizedFetchOptions {
  /** Default: the active one at each request. */
  readonly session?: Session | undefined;
  /** The oldest session token that the backend accepts: its own setting of that name. A token is renewed at half of it. Default: 3,600. */
  readonly maxTokenAgeSeconds?: number | undefined;
  /** Default: the platform's. */
  readonly fetch?: AuthorizedFetch | undefined;
}

/**
 * A `fetch` for the app's own backend: each request carries the session token and a fresh proof by the session's key for this method and
 * URL. The backend verifies them with `latchkey/server`. The body is not covered by the proof.
 *
 * The session is renewed before a request where its token is older than half of `maxTokenAgeSeconds`; if that fails, the old token is sent.
 * If the backend finds the token too old, the session is renewed and the request sent once more. If it rejects the proof's time, the
 * device's clock is compared with the service's, and the request is sent once more if the clock was wrong.
 *
 * @throws {SessionError} SESSION_GONE
 * @throws what `fetch` throws
 * @see RFC 9449, 4 and 7
 * @example
 * const response = await authorizedFetch(client)('https://api.example.com/orders', { method: 'POST', body })
 */
export function authorizedFetch(client: Client, options: AuthorizedFetchOptions = {}): AuthorizedFetch {
  const { session: named, maxTokenAgeSeconds = 3_600 } = options;
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  let triedAtMs = Number.NEGATIVE_INFINITY;

  /** The session, renewed where its token is that old. */
  async function sessionWithin(mostAgeMs: number): Promise<Session> {
    const session = await livingSession(client, named);
    const nowMs = client.clock.onDevice();
    if (
      session.token !== undefined &&
      (ageMs(client, session.token, session) <= mostAgeMs || nowMs - triedAtMs < pauseMs)
    )
      return session;
    triedAtMs = nowMs;
    return refreshSession(client, { session }).catch((error) => {
      if (session.token === undefined) throw error;
      return session;
    });
  }

  return async (input, init) => {
    const request = new Request(input, init);
    const again = request.clone();
    const session = await sessionWithin((maxTokenAgeSeconds * 1000) / 2);
    const response = await send(await authorized(client, request, session));
    if (isTooOld(response)) {
      const renewed = await refreshSession(client, { session }).catch(() => session);
      return renewed === session ? response : send(await authorized(client, again, renewed));
    }
    if (!isOutOfTime(response) || !(await correctsClock(client))) return response;
    return send(await authorized(client, again, await livingSession(client, session)));
  };
}

/** Between two attempts at renewing, if the first has failed. */
const pauseMs = 15_000;

/** A token that does not say when it was issued is as old as its session. */
function ageMs({ clock }: Client, token: string, { openedAtMs }: Session): number {
  const { iat } = readSessionToken(token);
  return iat === undefined ? clock.onDevice() - openedAtMs : (Math.floor(clock.now() / 1000) - iat) * 1000;
}

async function authorized(client: Client, request: Request, { token = '', publicKey }: Session): Promise<Request> {
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

const isTooOld = (response: Response): boolean => isChallenged(response, 'error_description="TOKEN_TOO_OLD"');

const isOutOfTime = (response: Response): boolean => isChallenged(response, 'error="invalid_dpop_proof"');

/** @see RFC 9449, 7.1 */
function isChallenged({ status, headers }: Response, parameter: string): boolean {
  const challenge = headers.get('WWW-Authenticate') ?? '';
  return status === 401 && /^DPoP\b/i.test(challenge) && challenge.includes(parameter);
}

/** Whether the service's answer shows that the device's clock was wrong. */
async function correctsClock(client: Client): Promise<boolean> {
  const beforeMs = client.clock.toDevice(0);
  await callProxy(client, proxyWalletKitConfig, {}).catch(() => undefined);
  return client.clock.toDevice(0) !== beforeMs;
}
