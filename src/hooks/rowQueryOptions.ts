import type { QueryRequest } from '../client/ask.js';
import { askProved } from '../client/askProved.js';
import type { Client } from '../client/createClient.js';
import type { AnswerOf, QueryRow } from '../contract/row.js';
import type { Session } from '../sessions/session.js';
import { queryDefaults } from './defaults.js';
import { answerKey, type QueryKey } from './queryKeys.js';

/** The options of one query, for a hook, a loader or a prefetch: plain data, which a server can create too. */
export type AnswerOptions<Answer> = typeof queryDefaults & {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  readonly enabled: boolean;
};

/**
 * The options of a stamped query of one session, which all query hooks use.
 *
 * @param session - in a loader: `(await client.sessions.current()).active`. Without one, hooks request nothing.
 */
export function rowQueryOptions<R extends QueryRow>(
  client: Client,
  row: R,
  request: QueryRequest<R>,
  session: Session | undefined,
): AnswerOptions<AnswerOf<R>> {
  return sessionQuery(client, session, row.name, request, (signal) =>
    askProved(client, row, request, { signal, session }),
  );
}

/** A query of a session, by name and request. */
export function sessionQuery<Answer>(
  client: Client,
  session: Session | undefined,
  name: string,
  request: object,
  answer: (signal: AbortSignal) => Promise<Answer>,
): AnswerOptions<Answer> {
  return {
    ...queryDefaults,
    queryKey: answerKey(client, session, name, request),
    queryFn: ({ signal }) => answer(signal),
    enabled: session !== undefined,
  };
}
