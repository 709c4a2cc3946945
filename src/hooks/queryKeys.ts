import type { Client } from '../client/createClient.js';
import type { Session } from '../sessions/session.js';

/** A key contains no secrets: ids, the operation's name, and the request, in which query rows have no secrets. */
export type QueryKey = readonly unknown[];

/** The prefix of the keys of one person's answers: people never share an answer. */
export const sessionKey = (client: Client, session: Session | undefined): QueryKey => [
  'latchkey',
  client.settings.authProxyConfigId,
  session?.organizationId ?? null,
  session?.userId ?? null,
];

/** The key of one answer: `['latchkey', authProxyConfigId, organizationId, userId, name, request]`. */
export const answerKey = (
  client: Client,
  session: Session | undefined,
  name: string,
  request: object = {},
): QueryKey => [...sessionKey(client, session), name, request];
