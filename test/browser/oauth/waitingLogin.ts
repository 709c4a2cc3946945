import type { Client } from '../../../src/client/createClient.js';
import { keepPending, type PendingLogin } from '../../../src/client/oauth/pendingLogins.js';
import { builtIn } from '../../../src/client/oauth/provider.js';

export const state = 'a'.repeat(43);

/** Stores a login at Google that this tab waits for. Its key is missing, so it can only fail. */
export function waitForGoogle(client: Client, how: Pick<PendingLogin, 'mode' | 'back'>): void {
  const { google } = builtIn;
  if (google === undefined) throw new Error('Google is not built in.');
  keepPending({
    ...how,
    state,
    authProxyConfigId: client.settings.authProxyConfigId,
    provider: { ...google, name: 'google', clientId: 'acme' },
    redirectUrl: `${location.origin}/callback`,
    publicKey: '02',
    nonce: '00',
    codeVerifier: 'verifier',
    returnTo: '/',
    startedAtMs: client.clock.onDevice(),
  });
}
