import { readRefusal } from '../contract/refusalBody.js';
import type { AnswerOf } from '../contract/row.js';
import { getUser } from '../contract/users.queries.js';
import { utf8 } from '../crypto/bytes.js';
import { apiKeyStamper } from '../stampers/apiKeyStamper.js';
import type { VerifiedCaller } from './verifyRequest.js';

/** What asks the service about a session. */
export type RevocationSettings = {
  /** Where the coordinator answers, without `/public/v1`. */
  readonly coordinatorUrl: string;
  /** An API key of a user of your own organization, in hex. It is a secret of this server. */
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string };
  /** Default: the platform's. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

/**
 * Makes an `isRevoked` for {@link verifyRequest}: it asks the coordinator whether the session's key is still the person's. One
 * question to the service for each request: for what must not outlive a logout.
 *
 * @throws from the check: {@link RefusedError} where the service refuses the API key, and what `fetch` throws
 */
export function revocationCheck(settings: RevocationSettings): (caller: VerifiedCaller) => Promise<boolean> {
  const stamper = apiKeyStamper(settings.apiKey);
  const send = settings.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  const url = `${settings.coordinatorUrl.replace(/\/+$/, '')}${getUser.path}`;
  return async ({ organizationId, userId, publicKey }) => {
    const body = utf8(JSON.stringify({ organizationId, userId }));
    const { name, value } = await stamper.stamp(body);
    const headers = { 'Content-Type': 'application/json', [name]: value };
    const response = await send(url, { method: 'POST', headers, body, redirect: 'error' });
    const answer: unknown = await response.json();
    if (response.status === 404) return true;
    if (!response.ok) throw readRefusal(response.status, answer);
    const { user } = answer as AnswerOf<typeof getUser>;
    return !user.apiKeys.some(({ credential }) => credential.publicKey === publicKey);
  };
}
