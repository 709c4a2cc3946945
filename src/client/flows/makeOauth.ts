import { oauthNonce } from '../../crypto/oauthNonce.js';
import { pkceChallenge, randomText } from '../../crypto/pkce.js';
import type { Client } from '../createClient.js';
import { authorizationUrl } from '../oauth/authorizationUrl.js';
import { findProvider } from '../oauth/findProvider.js';
import type { PreparedOauth } from '../oauth/preparedOauth.js';

/**
 * Prepares all that one login at a provider needs.
 *
 * @param sessionKey - the public key of the session that an identity is to be connected to; otherwise the login gets a key of its own.
 */
export async function makeOauth(client: Client, name: string, sessionKey?: string): Promise<PreparedOauth> {
  const found = await findProvider(client, name, location.origin);
  const publicKey = sessionKey ?? (await client.keys.create()).publicKey;
  const [state, codeVerifier, nonce] = [randomText(), randomText(), await oauthNonce(publicKey)];
  const codeChallenge = found.provider.exchange.by === 'none' ? undefined : await pkceChallenge(codeVerifier);
  const url = authorizationUrl(found.provider, { redirectUrl: found.redirectUrl, state, nonce, codeChallenge });
  return { ...found, state, nonce, publicKey, codeVerifier, url, preparedAtMs: client.clock.onDevice() };
}
