import type { User } from '../../contract/shapes.js';
import { type GetUserResponse, getUser, whoami } from '../../contract/users.queries.js';
import { answerForAnother } from '../answerError.js';
import { ask } from '../ask.js';
import type { Client } from '../createClient.js';
import { type CallOptions, livingSession } from '../signer.js';

/** The logged-in person, with their organization. */
export type Me = User &
  Pick<GetUserResponse, 'verifiedContacts'> & { readonly organizationId: string; readonly organizationName: string };

/**
 * The person that the session belongs to, according to the service: the proof of a session whose token could not be verified.
 *
 * @throws as {@link call} does; {@link AnswerError} ANSWER_FOR_ANOTHER when the key is another person's than the session says
 */
export async function me(
  client: Client,
  options: Pick<CallOptions, 'session' | 'signal' | 'timeoutMs'> = {},
): Promise<Me> {
  const session = await livingSession(client, options.session);
  const asSession = { ...options, session };
  const [{ userId, organizationId, organizationName }, { user, verifiedContacts }] = await Promise.all([
    ask(client, whoami, {}, asSession),
    ask(client, getUser, { userId: session.userId }, asSession),
  ]);
  if (userId !== session.userId || user.userId !== userId) throw answerForAnother(whoami.name, 'it names another user');
  return { ...user, verifiedContacts, organizationId, organizationName };
}
