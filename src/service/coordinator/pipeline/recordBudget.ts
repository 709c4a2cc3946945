import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import { utf8 } from '../../../crypto/bytes.js';
import { settingsOf } from '../../configuration/authProxyConfigs.js';
import type { Tables } from '../../store/schema.js';
import type { RecordCount, RecordCounts, RecordPerHour, Tools } from '../../tools.js';
import type { Caller, Organization } from '../caller/caller.js';

/** Who submits an activity where, and from which address, as far as it is known. */
type Recording = { readonly organization: Organization; readonly caller: Caller; readonly clientAddress: string };

/** The budgets that an activity counts toward. */
export type Recorder = { readonly organizationId: string; readonly address: string | undefined };

/**
 * A sub-organization, which anybody can create, could fill the database by its own key, and many of them even with little each: so the
 * client address has a budget, too. Requests in flight are not counted yet, so that concurrent ones may exceed it.
 *
 * @throws {RefusedError} TOO_MANY_ACTIVITIES
 */
export async function checkRecordBudget(
  tools: Pick<Tools, 'recordPerHour' | 'recordMebibytesPerAddress' | 'recordCounts'>,
  db: Kysely<Tables>,
  { nowMs, ...recording }: Recording & { nowMs: number },
): Promise<void> {
  const recorder = recorderOf(recording);
  if (!recorder) return;
  const ofOrganization = current(tools.recordCounts.organizations, recorder.organizationId, nowMs);
  const waitMs = await organizationWaitMs(tools, db, recording.organization, ofOrganization, nowMs);
  if (waitMs > 0) throw refused('TOO_MANY_ACTIVITIES', { retryAfterMs: waitMs });
  const ofAddress = recorder.address && current(tools.recordCounts.addresses, recorder.address, nowMs);
  if (!ofAddress || hasRoom(tools.recordMebibytesPerAddress * mebibyte, { ofAddress, ofOrganization })) return;
  if (await isParentsKey(db, recording, nowMs)) return;
  throw refused('TOO_MANY_ACTIVITIES', { retryAfterMs: ofAddress.beganAtMs + hourMs - nowMs });
}

/**
 * The proxy's user has limits of its own, and a login by the parent is not counted for the sub-organization. The address counts for
 * organizations that strangers signed up for: those made with a parent's own credentials are used from the parent's servers.
 */
export function recorderOf({ organization, caller, clientAddress }: Recording): Recorder | undefined {
  if (caller.user.is_proxy === 1 || caller.fromParent) return undefined;
  const isStrangers = organization.requester !== null && clientAddress !== '';
  return { organizationId: organization.organization_id, address: isStrangers ? clientAddress : undefined };
}

/** Counts an activity that was recorded: its row, and what else was written with it to stay. */
export function countRecord(
  { recordCounts, clock }: Pick<Tools, 'recordCounts' | 'clock'>,
  { organizationId, address }: Recorder,
  rows: readonly object[],
): void {
  const nowMs = clock();
  const bytes = rows.flatMap((row) => Object.values(row)).reduce((sum, value) => sum + bytesOf(value), 0);
  countIn(recordCounts.organizations, organizationId, bytes, nowMs);
  if (address !== undefined) countIn(recordCounts.addresses, address, bytes, nowMs);
}

const hourMs = 60 * 60_000;
const mebibyte = 1_048_576;
/** The maximum number of organizations, and of addresses, in memory: some 20 MB each. The one with the oldest hour is dropped. */
const mostRemembered = 100_000;

async function organizationWaitMs(
  tools: Pick<Tools, 'recordPerHour'>,
  db: Kysely<Tables>,
  organization: Organization,
  count: RecordCount | undefined,
  nowMs: number,
): Promise<number> {
  const limit = await limitOf(tools, db, organization);
  if (!limit || !count) return 0;
  const { mebibytes, activities } = limit;
  const isSpent =
    (mebibytes > 0 && count.bytes >= mebibytes * mebibyte) || (activities > 0 && count.activities >= activities);
  return isSpent ? count.beganAtMs + hourMs - nowMs : 0;
}

/** A sub-organization has the service's; a parent none, unless its configuration sets one. */
async function limitOf(
  { recordPerHour }: Pick<Tools, 'recordPerHour'>,
  db: Kysely<Tables>,
  { organization_id, parent_id }: Organization,
): Promise<RecordPerHour | undefined> {
  return parent_id === null ? (await settingsOf(db, organization_id))?.recordPerHour : recordPerHour;
}

/**
 * Many may share an address: in the last fifth of its budget there is room for those only who have recorded less than a hundredth
 * of it, so that a few who record much do not use it up for all others.
 */
function hasRoom(
  mostBytes: number,
  { ofAddress, ofOrganization }: { ofAddress: RecordCount; ofOrganization: RecordCount | undefined },
): boolean {
  if (mostBytes === 0 || ofAddress.bytes < mostBytes * 0.8) return true;
  return ofAddress.bytes < mostBytes && (ofOrganization?.bytes ?? 0) < mostBytes / 100;
}

/** A parent's servers may stamp for many people, by a key that is registered in the parent, too: strangers cannot register one there. */
async function isParentsKey(
  db: Kysely<Tables>,
  { organization: { parent_id }, caller: { credential } }: Recording,
  nowMs: number,
): Promise<boolean> {
  if (parent_id === null || credential === undefined) return false;
  const parents = await db
    .selectFrom('credentials')
    .select('expires_at_ms')
    .where('organization_id', '=', parent_id)
    .where('lookup_key', '=', credential.publicKey)
    .executeTakeFirst();
  return parents !== undefined && (parents.expires_at_ms === null || parents.expires_at_ms > nowMs);
}

type Counts = RecordCounts[keyof RecordCounts];

const current = (counts: Counts, whose: string, nowMs: number): RecordCount | undefined => {
  const count = counts.get(whose);
  return count && isWithin(count.beganAtMs, nowMs) ? count : undefined;
};

function countIn(counts: Counts, whose: string, bytes: number, nowMs: number): void {
  const count = current(counts, whose, nowMs);
  if (count) {
    count.bytes += bytes;
    count.activities += 1;
    return;
  }
  counts.delete(whose);
  const [oldest] = counts.keys();
  if (counts.size >= mostRemembered && oldest !== undefined) counts.delete(oldest);
  counts.set(whose, { beganAtMs: nowMs, bytes, activities: 1 });
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return utf8(value).length;
  return value instanceof Uint8Array ? value.length : 8;
}

const isWithin = (beganAtMs: number, nowMs: number): boolean => nowMs >= beganAtMs && nowMs < beganAtMs + hourMs;
