import type { Client } from '../createClient.js';
import { type OauthReturn, stateIn } from './answer.js';
import { handOver, takeFromAddress } from './callbackPage.js';
import { type CompletedOauth, OauthError } from './oauthLogin.js';
import { finishOauth } from './openOauthSession.js';
import { allPending, findPending, type PendingLogin, takePending } from './pendingLogins.js';
import { isReturnPath } from './returnPath.js';

/** Completes the login that has returned to this page, if any. */
export async function endOauth(client: Client): Promise<CompletedOauth | undefined> {
  const nowMs = client.clock.onDevice();
  for (const { state, back } of allPending(client.settings.authProxyConfigId, nowMs))
    if (back) return complete(client, takePending(state, nowMs), back);
  const { search, hash } = location;
  const state = stateIn({ search, hash });
  if (state === undefined || !isOurs.test(state) || !/[?#&](?:code|id_token|error)=/.test(search + hash))
    return undefined;
  const back = takeFromAddress();
  if (findPending(state, nowMs)?.mode === 'redirect') return complete(client, takePending(state, nowMs), back);
  // A window copies its opener's session storage before the login is written down, so it cannot know whose answer it has.
  if (!(await handOver(state, back))) throw noSuchLogin();
  return undefined;
}

/** The form of our states: an app may use another OAuth library, too. */
const isOurs = /^[\w-]{43}$/;

async function complete(client: Client, pending: PendingLogin | undefined, back: OauthReturn): Promise<CompletedOauth> {
  if (pending === undefined) throw noSuchLogin();
  const returnTo = isReturnPath(pending.returnTo, location.origin) ? pending.returnTo : '/';
  try {
    return { session: await finishOauth(client, pending, back), returnTo, draft: pending.draft };
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    throw new OauthError(error.code, error.message, { cause: error.cause, returnTo });
  }
}

const noSuchLogin = (): OauthError =>
  new OauthError('OAUTH_STATE_MISMATCH', 'This answer is for no login that waits for one here: log in again.');
