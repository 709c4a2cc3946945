import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { type OauthReturn, stateIn } from './answer.js';
import { awaitAnswer } from './awaitAnswer.js';
import { handOver, takeFromAddress } from './callbackPage.js';
import { type CompletedOauth, OauthError } from './oauthLogin.js';
import { openOauthSession } from './openOauthSession.js';
import { allPending, findPending, type PendingLogin, takePending } from './pendingLogins.js';
import { isReturnPath } from './returnPath.js';

/** Completes the login that has returned to this page, if any. */
export async function completeReturned(client: Client): Promise<CompletedOauth | undefined> {
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
    return { session: await openOauthSession(client, pending, back), returnTo, draft: pending.draft };
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    throw new OauthError(error.code, error.message, { cause: error.cause, returnTo });
  }
}

const noSuchLogin = (): OauthError =>
  new OauthError('OAUTH_STATE_MISMATCH', 'This answer is for no login that waits for one here: log in again.');

/**
 * Resumes the newest login at a provider that this tab waits for: one whose window is still open after a reload, or one that left the page
 * and has its answer.
 *
 * @returns `undefined` if there is none
 */
export function resumeLogin(client: Client, provider: string, signal: AbortSignal): Promise<Session> | undefined {
  const nowMs = client.clock.onDevice();
  const [pending] = allPending(client.settings.authProxyConfigId, nowMs).filter(
    ({ provider: { name }, mode, back }) => name === provider && (mode === 'popup' || back),
  );
  return pending && resume(client, pending, signal);
}

async function resume(client: Client, pending: PendingLogin, signal: AbortSignal): Promise<Session> {
  const nowMs = client.clock.onDevice();
  const back = pending.back ?? (await awaitAnswer({ pending, signal, nowMs }));
  if (!takePending(pending.state, nowMs))
    throw new OauthError('OAUTH_CANCELLED', 'Another button of this page has taken the answer.');
  return openOauthSession(client, pending, back);
}
