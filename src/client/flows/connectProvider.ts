import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import type { ConnectProviderOptions } from '../oauth/connectProviderOptions.js';
import { takeProof } from '../oauth/proofs.js';
import { refuseInApp } from '../oauth/refuseInApp.js';
import { inPopup } from './inPopup.js';

/**
 * Lets who is logged in log in at an identity provider from now on: the person logs in there, in a window of its own. To be called in
 * the click itself, and not after anything that is waited for; {@link prepareOauth}, before it, makes the window open at the provider
 * at once. Where the service asks for a fresh login first, the next call within ten minutes opens no window: the provider has answered.
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
  const load = () => loadPart(import('./connectInPopup.js')); // a page that only offers it does not wait for it
  if (proof) return (await load()).register(client, options, proof);
  refuseInApp(provider, 'popup');
  return inPopup(client, provider, async () => {
    const { connectInPopup } = await load();
    return (opened) => connectInPopup(client, { ...options, session }, opened);
  });
}

/** Without waiting, since a window opens in the click alone. */
const active = ({ sessions }: Client): Session | undefined => sessions.getSnapshot().active;
