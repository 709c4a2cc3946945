import { ask, type QueryRequest } from '../client/ask.js';
import type { Client } from '../client/createClient.js';
import type { AnswerOf, QueryRow } from '../contract/row.js';
import type { Session } from '../sessions/session.js';
import { queryDefaults } from './defaults.js';
import { answerKey, type QueryKey } from './queryKeys.js';

/** One query, for a hook, a loader or a prefetch: plain data, which a server may make too. */
export type AnswerOptions<Answer> = typeof queryDefaults & {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  readonly enabled: boolean;
};

/**
 * A stamped query as one session asks it: the options of every hook that stands for a query row.
 *
 * @param session - in a loader: `(await client.sessions.current()).active`. Without one, hooks ask nothing.
 */
export function rowQueryOptions<R extends QueryRow>(
  client: Client,
  row: R,
  request: QueryRequest<R>,
  session: Session | undefined,
): AnswerOptions<AnswerOf<R>> {
  return sessionQuery(client, session, row.name, request, (signal) => ask(client, row, request, { signal, session }));
}

/** What a session asks, by name and request. */
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
