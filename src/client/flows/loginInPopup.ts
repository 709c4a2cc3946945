import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import type { CheckedOauthLogin } from '../oauth/oauthLogin.js';
import { keepPending } from '../oauth/pendingLogins.js';
import { finishOauth } from './finishOauth.js';
import type { OpenedPopup } from './inPopup.js';
import { oauthInPopup } from './oauthInPopup.js';

/** Follows a login in its window to its session. Where nothing is kept, this page has to stay: it has everything. */
export function loginInPopup(client: Client, asked: CheckedOauthLogin, opened: OpenedPopup): Promise<Session> {
  return oauthInPopup(client, asked, opened, { begun: keepPending, end: finishOauth });
}
