import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import type { CheckedOauthLogin } from '../oauth/oauthLogin.js';
import { keepPending } from '../oauth/pendingLogins.js';
import { finishOauth } from './finishOauth.js';
import type { OpenedPopup } from './inPopup.js';
import { oauthInPopup } from './oauthInPopup.js';

/**
 * Continues a login in its window until the session is open. If nothing can be stored, this page must stay open, since it holds all state.
 */
export function loginInPopup(client: Client, login: CheckedOauthLogin, opened: OpenedPopup): Promise<Session> {
  return oauthInPopup(client, login, opened, { begun: keepPending, end: finishOauth });
}
