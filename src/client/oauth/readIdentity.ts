import type { Client } from '../createClient.js';
import { idTokenOf } from './exchangeCode.js';
import { checkIdToken, type IdTokenClaims } from './idToken.js';
import { type OauthReturn, readOauthAnswer } from './oauthAnswer.js';
import type { PendingLogin } from './pendingLogins.js';

/** The identity that a provider has proved. */
export type Identity = { readonly oidcToken: string; readonly claims: IdTokenClaims };

/**
 * Reads the identity from a provider's answer.
 *
 * @throws {OauthError}
 */
export async function readIdentity(client: Client, pending: PendingLogin, back: OauthReturn): Promise<Identity> {
  const { provider, nonce, state } = pending;
  const answer = readOauthAnswer(provider, state, back);
  const oidcToken = await idTokenOf(client, pending, answer);
  return { oidcToken, claims: checkIdToken(provider, nonce, oidcToken) };
}
