import type { Kysely } from 'kysely';
import { refused } from '../../contract/refusals.js';
import { utf8 } from '../../crypto/bytes.js';
import type { Tables } from '../store/schema.js';
import type { RecordPerHour, Tools } from '../tools.js';
import { settingsOf } from './authProxyConfigs.js';
import type { Caller, Organization } from './caller.js';

/**
 * Whoever has a sub-organization, and anyone can sign up for one, could fill the database by their own key. What is under way is
 * not counted yet: of requests at once some may be recorded beyond.
 *
 * @throws {RefusedError} TOO_MANY_ACTIVITIES
 */
export async function checkRecordBudget(
  tools: Pick<Tools, 'recordPerHour' | 'recordCounts'>,
  db: Kysely<Tables>,
  { organization, caller, nowMs }: { organization: Organization; caller: Caller; nowMs: number },
): Promise<void> {
  if (!countsAgainstBudget(caller)) return;
  const limit = await limitOf(tools, db, organization);
  const count = limit && tools.recordCounts.get(organization.organization_id);
  if (!count || !isWithin(count.beganAtMs, nowMs)) return;
  const { mebibytes, activities } = limit;
  const isSpent =
    (mebibytes > 0 && count.bytes >= mebibytes * 1_048_576) || (activities > 0 && count.activities >= activities);
  if (isSpent) throw refused('TOO_MANY_ACTIVITIES', { retryAfterMs: count.beganAtMs + hourMs - nowMs });
}

/** Counts an activity that was recorded, with its vote where that is a row of its own. */
export function countRecord({ recordCounts, clock }: Tools, organizationId: string, rows: readonly object[]): void {
  const nowMs = clock();
  const bytes = rows.flatMap((row) => Object.values(row)).reduce((sum, value) => sum + bytesOf(value), 0);
  const last = recordCounts.get(organizationId);
  if (last && isWithin(last.beganAtMs, nowMs)) {
    last.bytes += bytes;
    last.activities += 1;
    return;
  }
  recordCounts.delete(organizationId);
  const [oldest] = recordCounts.keys();
  if (recordCounts.size >= mostOrganizations && oldest !== undefined) recordCounts.delete(oldest);
  recordCounts.set(organizationId, { beganAtMs: nowMs, bytes, activities: 1 });
}

/** The proxy's user has limits of its own, and a login by the parent is none of the sub-organization's doing. */
export const countsAgainstBudget = ({ user, fromParent }: Caller): boolean => user.is_proxy === 0 && !fromParent;

/** A sub-organization has the service's; a parent none, unless its configuration sets one. */
async function limitOf(
  { recordPerHour }: Pick<Tools, 'recordPerHour'>,
  db: Kysely<Tables>,
  { organization_id, parent_id }: Organization,
): Promise<RecordPerHour | undefined> {
  return parent_id === null ? (await settingsOf(db, organization_id))?.recordPerHour : recordPerHour;
}

const hourMs = 60 * 60_000;
/** Organizations that are remembered: some 20 MB. The one whose hour began first goes. */
const mostOrganizations = 100_000;

const bytesOf = (value: unknown): number => (typeof value === 'string' ? utf8(value).length : 8);

const isWithin = (beganAtMs: number, nowMs: number): boolean => nowMs >= beganAtMs && nowMs < beganAtMs + hourMs;
