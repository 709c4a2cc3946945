import type { Kysely } from 'kysely';
import { type RefusedError, refused } from '../../../../contract/refusals.js';
import type { ActivityRow } from '../../../../contract/row.js';
import { settingsFor } from '../../../configuration/authProxyConfigs.js';
import type { Row, Tables } from '../../../store/schema.js';
import { isRecoveryKey, type Organization } from '../../callers/caller.js';
import { comesBack } from '../../records/organizations.js';
import { rowOf } from '../handlers/rowOf.js';
import { activitiesKnownBy } from '../record/record.js';
import { isAboutCaller, type Requested } from './requested.js';

type Suspendable = Pick<Organization, 'organization_id' | 'parent_id' | 'suspended_at_ms' | 'suspending_until_ms'>;

/**
 * Refuses what a suspended organization may not do, by its row's fact. Asked in the transaction that records the activity, so that nothing
 * else commits once the suspension has.
 *
 * @throws {RefusedError} SUSPENDED
 */
export async function checkSuspension(
  db: Kysely<Tables>,
  { whileSuspended }: ActivityRow,
  requested: Requested,
): Promise<void> {
  const { organization } = requested;
  const sinceMs = suspendedSinceMs(organization, requested.nowMs);
  if (sinceMs === undefined || whileSuspended === 'allowed' || whileSuspended === 'export') return;
  if (whileSuspended === 'vote' && (await isOnLaterBegun(db, requested, sinceMs))) return;
  if (whileSuspended === 'recovery key' && isRecoveryKey(requested.caller) && isAboutCaller(requested)) return;
  if (whileSuspended === 'own' && (await keepsAWayIn(db, requested, sinceMs))) return;
  throw await suspended(db, organization);
}

/** Refuses what would change a suspended organization and is of no row of its own. @throws {RefusedError} SUSPENDED */
export async function checkNotSuspended(db: Kysely<Tables>, organization: Suspendable, nowMs: number): Promise<void> {
  if (suspendedSinceMs(organization, nowMs) !== undefined) throw await suspended(db, organization);
}

async function suspended(db: Kysely<Tables>, organization: Suspendable): Promise<RefusedError> {
  const { supportContact } = await settingsFor(db, organization);
  return refused('SUSPENDED', supportContact === undefined ? {} : { supportContact });
}

/**
 * Since when an organization is suspended, if it is. One whose suspension is about to commit is, so that it cannot be held off by what comes
 * all the time: that would conflict with it again and again.
 */
const suspendedSinceMs = ({ suspended_at_ms, suspending_until_ms }: Suspendable, nowMs: number): number | undefined =>
  suspended_at_ms ?? (suspending_until_ms !== null && suspending_until_ms > nowMs ? suspending_until_ms : undefined);

/** Whether a vote is on what may be begun while suspended, and was. What is not there, the vote's own execution refuses. */
async function isOnLaterBegun(
  db: Kysely<Tables>,
  { organization, parameters }: Requested,
  sinceMs: number,
): Promise<boolean> {
  const { fingerprint } = parameters as { readonly fingerprint: string };
  const [pending] = await activitiesKnownBy(db, { organization_id: organization.organization_id, fingerprint });
  if (!pending) return true;
  const { whileSuspended = 'refused' } = rowOf(pending.type).row;
  return ['allowed', 'recovery key', 'export'].includes(whileSuspended) && pending.created_at_ms >= sinceMs;
}

/**
 * Whether nothing is deleted but session keys of the caller's own, or credentials without which they still come back: by a code, or by what
 * was theirs before the suspension.
 */
async function keepsAWayIn(db: Kysely<Tables>, requested: Requested, sinceMs: number): Promise<boolean> {
  const { organization, caller, credentials, parameters } = requested;
  const { apiKeyIds, authenticatorIds } = parameters as {
    readonly apiKeyIds?: readonly string[];
    readonly authenticatorIds?: readonly string[];
  };
  if (!isAboutCaller(requested)) return false;
  const ids = apiKeyIds ?? authenticatorIds ?? [];
  const isNamed = ({ credential_id }: Row<'credentials'>) => ids.includes(credential_id);
  if (credentials.filter(isNamed).every(({ kind }) => kind === 'SESSION_KEY')) return true;
  const left = credentials.filter((credential) => !isNamed(credential) && credential.created_at_ms < sinceMs);
  return comesBack(db, organization, caller.user, left);
}
