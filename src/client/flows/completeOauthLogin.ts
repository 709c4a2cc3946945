import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import type { CompletedOauth } from '../oauth/completedOauth.js';

/**
 * Ends a login that was begun by `mode: 'redirect'`, on the page that it comes back to: that of the redirect URL itself, or, behind
 * the ready page of `latchkey/callback`, the one where it began. In a window that a login opened it gives the answer to the page that
 * waits, and closes the window. To be called once when the page is there.
 *
 * @returns `undefined` where there is nothing to end
 * @throws {OauthError} with `returnTo`, where it is known: OAUTH_DENIED, OAUTH_STATE_MISMATCH and the others
 * @throws {RefusedError} {@link UnreachableError} {@link AnswerError} {@link SessionError}
 */
export async function completeOauthLogin(client: Client): Promise<CompletedOauth | undefined> {
  const { endOauth } = await loadPart(import('./endOauth.js')); // a page that only offers the login does not wait for it
  return endOauth(client);
}
