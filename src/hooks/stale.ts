import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../client/createClient.js';
import { listActivities } from '../contract/activities.queries.js';
import { getAuthenticators } from '../contract/authenticators.queries.js';
import { getAddressProof } from '../contract/proofs.queries.js';
import type { ActivityRow } from '../contract/row.js';
import { getUser, whoami } from '../contract/users.queries.js';
import { listWalletAccounts } from '../contract/wallets.queries.js';
import type { Session } from '../sessions/session.js';
import { sessionKey } from './queryKeys.js';

/** The session, and the cache of its answers. */
type Kept = { readonly client: Client; readonly queryClient: QueryClient; readonly session: Session | undefined };

/** Answers that the kit composes, by the name in their key, and the queries that they are made of. */
const composed: readonly { readonly name: string; readonly of: readonly string[] }[] = [
  { name: 'me', of: [whoami.name, getUser.name] },
  { name: 'passkeys', of: [getAuthenticators.name] },
  { name: 'signed', of: [listActivities.name] },
  { name: 'activityPages', of: [listActivities.name] },
  { name: 'addressProof', of: [getAddressProof.name, listWalletAccounts.name] },
  { name: 'approvals', of: [listActivities.name] },
];

/**
 * Marks a session's answers as stale after an activity: those to the queries that its row changes. A vote may have executed any activity,
 * so that all answers of the session become stale.
 */
export function makeStale({ client, queryClient, session }: Kept, { right, changes }: ActivityRow): void {
  const ofSession = sessionKey(client, session);
  if (right === 'vote') {
    void queryClient.invalidateQueries({ queryKey: ofSession });
    return;
  }
  const names = [listActivities.name, ...changes.map(({ name }) => name)];
  const made = composed.filter(({ of }) => of.some((name) => names.includes(name))).map(({ name }) => name);
  for (const name of new Set([...names, ...made]))
    void queryClient.invalidateQueries({ queryKey: [...ofSession, name] });
}
