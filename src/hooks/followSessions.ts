import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../client/createClient.js';
import type { Session } from '../sessions/session.js';
import { sessionKey } from './queryKeys.js';

/**
 * Keeps the cache in step with the sessions of all tabs: a logout removes the person's answers, and a login refetches every answer.
 *
 * @returns stops it
 */
export function followSessions(client: Client, queryClient: QueryClient): () => void {
  let before = client.sessions.getSnapshot().sessions;
  return client.sessions.subscribe(() => {
    const { sessions } = client.sessions.getSnapshot();
    for (const gone of without(before, sessions)) queryClient.removeQueries({ queryKey: sessionKey(client, gone) });
    for (const come of without(sessions, before))
      void queryClient.invalidateQueries({ queryKey: sessionKey(client, come) });
    before = sessions;
  });
}

/** The sessions of people who have no session among the others: a refreshed session is no new person. */
function without(sessions: readonly Session[], others: readonly Session[]): Session[] {
  return sessions.filter(
    ({ userId, organizationId }) =>
      !others.some((other) => other.userId === userId && other.organizationId === organizationId),
  );
}
