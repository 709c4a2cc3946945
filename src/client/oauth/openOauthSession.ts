import { proxyAccount } from '../../contract/proxy.js';
import { proxyOauthLogin } from '../../contract/proxyOauth.js';
import type { Session } from '../../sessions/session.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import { sessionFromToken } from '../session/sessionFromToken.js';
import { signUpPerson } from '../session/signUpPerson.js';
import { keyOf } from '../signer.js';
import type { OauthReturn } from './answer.js';
import { readIdentity, type SignUpClaims } from './identity.js';
import type { PendingLogin } from './pendingLogins.js';
import type { LoginProvider } from './provider.js';

/**
 * Turns a provider's answer into a session, the active one; a new person is signed up, with a wallet. A failed login leaves no key behind.
 *
 * @throws {OauthError} {@link RefusedError} {@link UnreachableError} {@link AnswerError} {@link SessionError}
 */
export async function openOauthSession(client: Client, pending: PendingLogin, back: OauthReturn): Promise<Session> {
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

/**
 * The organization of the person that an ID token proves. A new person gets one, with this identity as their credential and the wallet of
 * the settings. Both requests are repeatable: the same token creates one organization.
 */
async function oidcAccountOrSignup(
  client: Client,
  oidcToken: string,
  { label: providerName }: LoginProvider,
  { name, email }: SignUpClaims,
): Promise<string> {
  const filter = { filterType: 'OIDC_TOKEN', filterValue: oidcToken };
  const { organizationId } = await callProxy(client, proxyAccount, filter);
  if (organizationId) return organizationId; // empty, or absent, without a match
  const userName = asLabel(name ?? email ?? '') || providerName;
  const person = { userName, organizationName: userName, apiKeys: [], authenticators: [] };
  const oauthProviders = [{ providerName, oidcToken }];
  return signUpPerson(client, { ...person, oauthProviders });
}

/** A name that the service accepts: a provider's may contain anything. */
const asLabel = (name: string): string =>
  [...name.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')].slice(0, 100).join('').trim();
