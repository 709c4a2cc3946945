import { readSessionToken, verifySessionToken } from '../../crypto/tokens.js';
import type { Session } from '../../sessions/session.js';
import { answerForAnother } from '../answerError.js';
import type { Client } from '../createClient.js';
import { trustOf } from '../trust.js';

/**
 * The session of a session token. Its signature is verified if the settings name trusted keys; its claims are always checked. Times are
 * converted to this device's clock.
 *
 * @throws {TokenError} TOKEN_MALFORMED, TOKEN_SIGNATURE_INVALID
 * @throws {AnswerError} ANSWER_FOR_ANOTHER
 */
export async function sessionFromToken(
  client: Client,
  token: string,
  expected: { name: string; publicKey: string; organizationId: string },
): Promise<Session> {
  const trust = await trustOf(client);
  const claims = trust ? await verifySessionToken(token, trust.notarizerPublicKey) : readSessionToken(token);
  const { public_key: publicKey, organization_id: organizationId, user_id: userId, exp } = claims;
  if (publicKey !== expected.publicKey) throw answerForAnother(expected.name, 'the session has another key');
  if (organizationId !== expected.organizationId)
    throw answerForAnother(expected.name, 'the session is in another organization');
  if (exp * 1000 <= client.clock.now()) throw answerForAnother(expected.name, 'the session has ended already');
  const expiresAtMs = Math.floor(client.clock.toDevice(exp * 1000));
  return { organizationId, userId, publicKey, expiresAtMs, openedAtMs: client.clock.onDevice(), token };
}
