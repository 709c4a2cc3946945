import type { Client } from '../createClient.js';
import { keyOf } from '../signer.js';
import { idTokenOf } from './exchangeCode.js';
import { checkIdToken, type IdTokenClaims } from './idToken.js';
import { type OauthReturn, readOauthAnswer } from './oauthAnswer.js';
import type { PendingLogin } from './pendingLogins.js';

/** The identity that a provider has proved. */
export type Identity = { readonly oidcToken: string; readonly claims: IdTokenClaims };

/**
 * Reads the identity from a provider's answer to the login of this key.
 *
 * @throws {OauthError} {@link SessionError} its key is gone
 */
export async function readIdentity(client: Client, pending: PendingLogin, back: OauthReturn): Promise<Identity> {
  const { provider, nonce, publicKey, state } = pending;
  const answer = readOauthAnswer(provider, state, back);
  await keyOf(client, publicKey);
  const oidcToken = await idTokenOf(client, pending, answer);
  return { oidcToken, claims: checkIdToken(provider, nonce, oidcToken) };
}
