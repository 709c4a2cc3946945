import { proxyOtpLogin } from '../../contract/proxy.js';
import type { Session } from '../../sessions/session.js';
import { answerForAnother } from '../answerError.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { logout } from '../session/logout.js';
import { livingSession } from '../signer.js';
import { loginWithOtp, type TypedCode } from './loginWithOtp.js';

/**
 * Logs the person in again by a code to one of their contacts, so that requests that require a fresh login are allowed. The new session
 * replaces the active one, which ends.
 *
 * @throws {RefusedError} {@link UnreachableError} as {@link loginWithOtp} does; the old session stays as it is
 * @throws {AnswerError} ANSWER_FOR_ANOTHER: the contact is another person's, whose session is closed again
 */
export async function confirmLogin(client: Client, typed: TypedCode & RequestOptions): Promise<Session> {
  const old = await livingSession(client);
  const session = await loginWithOtp(client, typed);
  if (session.userId !== old.userId || session.organizationId !== old.organizationId) {
    await logout(client, { session });
    await client.sessions.activate(old.publicKey);
    throw answerForAnother(proxyOtpLogin.name, 'it logs another person in');
  }
  await logout(client, { session: old });
  return session;
}
