'use client';
import type { EndedImport } from '../client/flows/importSecrets.js';
import { loadPart } from '../client/loadPart.js';
import type { Activity } from '../contract/activities.records.js';
import { useKit } from './context.js';
import { makeStale } from './stale.js';
import { useSession } from './useSession.js';

/** Reads the outcome of an import that waited for votes; if it succeeded, the changed queries are refetched. */
export function useEndedImport(): (activity: Activity) => Promise<EndedImport['imported']> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  return async function read(activity) {
    const { endedImport } = await loadPart(import('../client/flows/importSecrets.js'));
    const { row, imported } = await endedImport(client, activity);
    makeStale({ client, queryClient, session }, row);
    return imported;
  };
}
