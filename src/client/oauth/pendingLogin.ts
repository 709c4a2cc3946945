import type { Client } from '../createClient.js';
import type { CheckedOauthLogin } from './oauthLogin.js';
import type { PendingLogin, PreparedLogin } from './pendingLogins.js';

/** The stored record of a login that begins now; loaded with the flow that begins it. */
export function pendingLogin(
  client: Client,
  { provider, redirectUrl, state, nonce, publicKey, codeVerifier }: PreparedLogin,
  { returnTo, draft }: CheckedOauthLogin,
  mode: PendingLogin['mode'],
): PendingLogin {
  const { authProxyConfigId } = client.settings;
  const facts = { state, nonce, publicKey, codeVerifier, provider, redirectUrl };
  return { ...facts, authProxyConfigId, mode, returnTo, draft, startedAtMs: client.clock.onDevice() };
}
