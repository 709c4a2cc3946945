import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { awaitAnswer } from './awaitAnswer.js';
import { OauthError } from './oauthLogin.js';
import { finishOauth } from './openOauthSession.js';
import { allPending, type PendingLogin, takePending } from './pendingLogins.js';

/**
 * Resumes the newest login at a provider that this tab waits for: one whose window is still open after a reload, or one that left the page
 * and has its answer.
 *
 * @returns `undefined` if there is none
 */
export function resumeOauth(client: Client, provider: string, signal: AbortSignal): Promise<Session> | undefined {
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
  return finishOauth(client, pending, back);
}
