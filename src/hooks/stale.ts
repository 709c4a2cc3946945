import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../client/createClient.js';
import { listActivities } from '../contract/activities.queries.js';
import { getUser, whoami } from '../contract/users.queries.js';
import type { Session } from '../sessions/session.js';
import { sessionKey } from './queryKeys.js';

/** Whose answers, and where they are kept. */
type Kept = { readonly client: Client; readonly queryClient: QueryClient; readonly session: Session | undefined };

/** Answers that the kit puts together, by the name in their key, and the queries that they are made of. */
const composed = [{ name: 'me', of: [whoami.name, getUser.name] as readonly string[] }];

/** Makes a session's answers to some queries stale, after an activity: those that are shown are asked again. */
export function makeStale({ client, queryClient, session }: Kept, names: readonly string[]): void {
  const made = composed.filter(({ of }) => of.some((name) => names.includes(name))).map(({ name }) => name);
  for (const name of new Set([listActivities.name, ...names, ...made]))
    void queryClient.invalidateQueries({ queryKey: [...sessionKey(client, session), name] });
}

/** The same after a vote: it may have executed an activity of any kind, so that all the session has asked may be stale. */
export function makeStaleByVote({ client, queryClient, session }: Kept): void {
  void queryClient.invalidateQueries({ queryKey: sessionKey(client, session) });
}
