import { proxyOauthLogin } from '../../contract/proxyOauth.js';
import type { Session } from '../../sessions/session.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { OauthReturn } from '../oauth/oauthAnswer.js';
import type { PendingLogin } from '../oauth/pendingLogins.js';
import { readIdentity } from '../oauth/readIdentity.js';
import { keyOf } from '../signer.js';
import { oidcAccountOrSignup } from './oidcAccountOrSignup.js';
import { sessionFromToken } from './sessionFromToken.js';

/**
 * Turns a provider's answer into a session, the active one; a new person is signed up, with a wallet. A failed login leaves no key behind.
 *
 * @throws {OauthError} {@link RefusedError} {@link UnreachableError} {@link AnswerError} {@link SessionError}
 */
export async function finishOauth(client: Client, pending: PendingLogin, back: OauthReturn): Promise<Session> {
  const { provider, publicKey } = pending;
  try {
    const { oidcToken, claims } = await readIdentity(client, pending, back);
    await keyOf(client, publicKey); // before an account is made for a login that nobody can finish
    const organizationId = await oidcAccountOrSignup(client, oidcToken, provider, claims);
    const request = { oidcToken, publicKey, organizationId };
    const { session: token } = await callProxy(client, proxyOauthLogin, request);
    const { name } = proxyOauthLogin;
    return await client.sessions.open(await sessionFromToken(client, token, { name, publicKey, organizationId }));
  } catch (error) {
    await client.keys.remove(publicKey).catch(() => {}); // the first error is reported
    throw error;
  }
}
