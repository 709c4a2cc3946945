import type { Client } from '../client/createClient.js';
import type { Session } from '../sessions/session.js';

/** Nothing in a key is secret: ids, the name of what is asked, and a request that a query row has no secrets in. */
export type QueryKey = readonly unknown[];

/** Before the key of every answer that one person sees: two people never share an answer. */
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
