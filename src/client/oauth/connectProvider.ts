import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { refuseInApp } from './inAppBrowser.js';
import { openLoginWindow } from './loginWindow.js';
import type { ConnectProviderOptions } from './oauthLogin.js';
import { takeProof } from './pendingLogins.js';

/**
 * Connects an identity provider to the logged-in person's account: the person logs in at the provider, in its own window. Call it directly
 * in the click handler, before any `await`. After {@link prepareOauth} the window opens at the provider at once. If the service requires a
 * fresh login first, the next call within ten minutes opens no window, since the provider has already answered.
 *
 * @returns the identity's id in the account (`providerId`), for delete_oauth_providers.
 * @throws {OauthError} POPUP_BLOCKED, IN_APP_BROWSER, OAUTH_CANCELLED and the others
 * @throws {RefusedError} CREDENTIAL_CONFLICT: the identity is another account's; TOO_MANY_OAUTH_PROVIDERS, FRESH_LOGIN_REQUIRED, and as
 * create_oauth_providers answers
 * @throws {SessionError} SESSION_GONE: nobody is logged in
 * @example
 * button.onclick = () => connectProvider(client, { provider: 'google' })
 */
export async function connectProvider(client: Client, options: ConnectProviderOptions): Promise<string> {
  const { provider } = options;
  const session = options.session ?? active(client);
  const proof = takeProof(client, provider, session?.userId);
  const load = () => loadPart(import('./connectInWindow.js')); // loaded when needed: pages that only offer it do without it
  if (proof) return (await load()).register(client, options, proof);
  refuseInApp(provider, 'popup');
  return openLoginWindow(client, { provider, sessionKey: session?.publicKey }, async () => {
    const { connectInWindow } = await load();
    return (opened) => connectInWindow(client, { ...options, session }, opened);
  });
}

/** Synchronous, since browsers open a window only in the click. */
const active = ({ sessions }: Client): Session | undefined => sessions.getSnapshot().active;
