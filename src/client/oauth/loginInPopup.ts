import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { oauthInPopup } from './followWindow.js';
import type { OpenedPopup } from './loginWindow.js';
import type { CheckedOauthLogin } from './oauthLogin.js';
import { finishOauth } from './openOauthSession.js';
import { keepPending } from './pendingLogins.js';

/**
 * Continues a login in its window until the session is open. If nothing can be stored, this page must stay open, since it holds all state.
 */
export function loginInPopup(client: Client, login: CheckedOauthLogin, opened: OpenedPopup): Promise<Session> {
  return oauthInPopup(client, login, opened, { begun: keepPending, end: finishOauth });
}
