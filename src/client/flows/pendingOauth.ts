import type { Client } from '../createClient.js';
import type { CheckedOauthLogin } from '../oauth/oauthLogin.js';
import type { PendingLogin } from '../oauth/pendingLogins.js';
import type { PreparedOauth } from '../oauth/preparedOauth.js';

/** The stored record of a login that begins now. */
export function pendingOauth(
  client: Client,
  { provider, redirectUrl, state, nonce, publicKey, codeVerifier }: PreparedOauth,
  { returnTo, draft }: CheckedOauthLogin,
  mode: PendingLogin['mode'],
): PendingLogin {
  const { authProxyConfigId } = client.settings;
  const facts = { state, nonce, publicKey, codeVerifier, provider, redirectUrl };
  return { ...facts, authProxyConfigId, mode, returnTo, draft, startedAtMs: client.clock.onDevice() };
}
