import { createOauthProviders } from '../../contract/oauth.js';
import { RefusedError } from '../../contract/refusals.js';
import type { Client } from '../createClient.js';
import { livingSession } from '../signer.js';
import { submit } from '../submit.js';
import { followWindow } from './followWindow.js';
import { readIdentity } from './identity.js';
import type { OpenedWindow } from './loginWindow.js';
import type { ConnectProviderOptions } from './oauthLogin.js';
import { type IdentityProof, keepProof } from './pendingLogins.js';

/**
 * Continues the login in a window until the identity is added to the account. It is kept in this page's memory alone: after a reload it
 * would be taken for a login.
 */
export async function connectInWindow(
  client: Client,
  options: ConnectProviderOptions,
  opened: OpenedWindow,
): Promise<string> {
  const session = await livingSession(client, options.session).catch((error: unknown) => {
    opened.popup.close();
    throw error;
  });
  const { provider, signal } = options;
  return followWindow(client, { provider, signal, returnTo: '/' }, opened, {
    sessionKey: options.session?.publicKey ?? session.publicKey,
    async end(_, pending, back) {
      const { oidcToken } = await readIdentity(client, pending, back);
      const provedAtMs = client.clock.onDevice();
      const { userId } = session;
      const proof = { provider, providerName: pending.provider.label, oidcToken, userId, provedAtMs };
      return register(client, { ...options, session }, proof);
    },
  });
}

/** Adds the identity to the account. If a fresh login is required first, the proof is kept for it. */
export async function register(client: Client, options: ConnectProviderOptions, proof: IdentityProof): Promise<string> {
  const { session, freshBy, signal, onConnected } = options;
  const { userId, providerName, oidcToken } = proof;
  try {
    const request = { userId, oauthProviders: [{ providerName, oidcToken }] };
    const { result } = await submit(client, createOauthProviders, request, { session, freshBy, signal });
    const [providerId = ''] = result.providerIds;
    onConnected?.(providerId);
    return providerId;
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'FRESH_LOGIN_REQUIRED') keepProof(client, proof);
    throw error;
  }
}
