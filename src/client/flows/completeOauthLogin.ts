import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import type { CompletedOauth } from '../oauth/completedOauth.js';

/**
 * Completes a login that was begun with `mode: 'redirect'`, on the page that it returns to: the redirect URL itself, or, with the ready
 * page of `latchkey/callback`, the page where it began. In a window that a login opened it hands the answer to the waiting page and closes
 * the window; if no page took it within four seconds, it throws OAUTH_STATE_MISMATCH. Call it once when the page has loaded.
 *
 * @returns `undefined` if there is no login to complete
 * @throws {OauthError} with `returnTo`, where it is known: OAUTH_DENIED, OAUTH_STATE_MISMATCH and the others
 * @throws {RefusedError} {@link UnreachableError} {@link AnswerError} {@link SessionError}
 */
export async function completeOauthLogin(client: Client): Promise<CompletedOauth | undefined> {
  const { endOauth } = await loadPart(import('./endOauth.js')); // loaded when needed: pages that only offer the login do without it
  return endOauth(client);
}
