import type { Kysely } from 'kysely';
import { deleteApiKeys } from '../../../contract/credentials.js';
import { stampLogin } from '../../../contract/sessions.js';
import { firstTimedId } from '../../ids.js';
import type { Tables } from '../../store/schema.js';
import { readSoleVote } from '../engine/soleVote.js';

/** How long a key is known after another replaced it: as long as a provider's token is taken. */
const knownForMs = 10 * 60_000;

/**
 * The keys by which a user has renewed a session, or ended one after another login, in the last ten minutes: of the newest twenty
 * activities of each kind. Each has stamped here.
 */
export async function keysReplaced(
  db: Kysely<Tables>,
  { organizationId, userId, nowMs }: { organizationId: string; userId: string; nowMs: number },
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const type of [stampLogin.versions.V1.type, deleteApiKeys.versions.V1.type]) {
    const renewals = await db
      .selectFrom('activities')
      .select('sole_vote')
      .where('organization_id', '=', organizationId)
      .where('type', '=', type)
      .where('status', '=', 'ACTIVITY_STATUS_COMPLETED')
      .where('activity_id', '>', firstTimedId(nowMs - knownForMs))
      .where('submitted_by', '=', userId)
      .orderBy('activity_id', 'desc')
      .limit(20)
      .execute();
    keys.push(...renewals.flatMap((renewal) => readSoleVote(renewal)?.publicKey ?? []));
  }
  return keys;
}
