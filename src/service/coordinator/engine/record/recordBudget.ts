import type { Kysely } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import { utf8 } from '../../../../crypto/bytes.js';
import { settingsOf } from '../../../configuration/authProxyConfigs.js';
import { hourMs } from '../../../limits/hourCounts.js';
import { countRecorded, type Recorded, type RecordPerHour, recordWaitMs } from '../../../limits/recorded.js';
import type { Opened } from '../../../limits/window.js';
import type { Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import type { Caller, Organization } from '../../callers/caller.js';

/** Who submits an activity where, and from which address, as far as it is known. */
type Recording = {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly clientAddress: string;
  /** What the request belongs to: the login of a session, or another credential. */
  readonly belongsTo: string | null;
  /** Whether a root member deletes, votes or logs in. */
  readonly comesFirst: boolean;
  /** Whether it ends sessions of its own user and does nothing else. */
  readonly endsSessions: boolean;
};

/** The budgets and the reserves that an activity counts toward. */
export type Recorder = {
  readonly organizationId: string;
  readonly address: string | undefined;
  readonly reserves: readonly string[];
};

/**
 * A sub-organization, which anybody can create, could fill the database by its own key, and many of them even with little each: so the
 * client address has a budget, too. Requests in flight are not counted yet, so that concurrent ones may exceed it.
 *
 * Whoever has spent a budget must keep nobody from ending that. What ends sessions is let in always: there are no more of them than were
 * made. A root member's deletions, votes and logins have reserves.
 *
 * @returns what it counts toward; `undefined` where nothing is counted.
 * @throws {RefusedError} TOO_MANY_ACTIVITIES
 */
export async function checkRecordBudget(
  tools: Pick<Tools, 'recordPerHour' | 'recordMebibytesPerAddress' | 'recordCounts'>,
  db: Kysely<Tables>,
  recording: Recording,
  nowMs: number,
): Promise<Recorder | undefined> {
  const recorder = recorderOf(recording);
  if (!recorder || recording.endsSessions) return recorder;
  const limit = await limitOf(tools, db, recording.organization);
  const waitMs =
    recordWaitMs(tools.recordCounts.organizations.current(recorder.organizationId, hourMs), limit, nowMs) ||
    (await addressWaitMs(tools, db, { ...recording, ...recorder }, nowMs));
  if (waitMs === 0) return recorder;
  if (!recording.comesFirst) throw refused('TOO_MANY_ACTIVITIES', { retryAfterMs: waitMs });
  const reserves = reservesOf(tools, limit, { ...recording, ...recorder });
  const waits = reserves.map(({ name, limit: most }) =>
    recordWaitMs(tools.recordCounts.reserves.current(name, hourMs), most, nowMs),
  );
  const longestMs = Math.max(...waits);
  if (longestMs > 0) throw refused('TOO_MANY_ACTIVITIES', { retryAfterMs: longestMs });
  return { ...recorder, reserves: reserves.map(({ name }) => name) };
}

/**
 * The proxy's user has limits of its own, and a login by the parent is not counted for the sub-organization. The address counts for
 * organizations that strangers signed up for: those made with a parent's own credentials are used from the parent's servers.
 */
function recorderOf({ organization, caller, clientAddress }: Recording): Recorder | undefined {
  if (caller.user.is_proxy === 1 || caller.fromParent) return undefined;
  const isStrangers = organization.requester !== null && clientAddress !== '';
  return {
    organizationId: organization.organization_id,
    address: isStrangers ? clientAddress : undefined,
    reserves: [],
  };
}

/**
 * The reserves of a root member's deletions, votes and logins: one of each login, so that a stolen session does not spend that of the next
 * login, and one of each user, beside what an address has for them and a user of it there.
 */
function reservesOf(
  { recordMebibytesPerAddress }: Pick<Tools, 'recordMebibytesPerAddress'>,
  { mebibytes, activities }: RecordPerHour,
  { caller, belongsTo, organizationId, address }: Recording & Recorder,
): readonly { readonly name: string; readonly limit: RecordPerHour }[] {
  const user = `${organizationId} ${caller.user.user_id}`;
  const part = (of: number) => ({ mebibytes: mebibytes * of, activities: activities * of });
  const own = [
    { name: `${user} ${belongsTo}`, limit: part(0.01) },
    { name: user, limit: part(0.1) },
  ];
  if (address === undefined) return own;
  const partOfAddress = (of: number) => ({ mebibytes: recordMebibytesPerAddress * of, activities: 0 });
  return [
    ...own,
    { name: `from ${address}`, limit: partOfAddress(0.2) },
    { name: `${user} from ${address}`, limit: partOfAddress(0.001) },
  ];
}

/** Counts an activity that was recorded: its row, and what else was written with it to stay. */
export function countRecord(
  { recordCounts }: Pick<Tools, 'recordCounts'>,
  { organizationId, address, reserves }: Recorder,
  rows: readonly object[],
): void {
  const bytes = rows.flatMap((row) => Object.values(row)).reduce((sum, value) => sum + bytesOf(value), 0);
  countRecorded(recordCounts.organizations, organizationId, bytes);
  if (address !== undefined) countRecorded(recordCounts.addresses, address, bytes);
  for (const name of reserves) countRecorded(recordCounts.reserves, name, bytes);
}

const mebibyte = 1_048_576;

async function addressWaitMs(
  tools: Pick<Tools, 'recordMebibytesPerAddress' | 'recordCounts'>,
  db: Kysely<Tables>,
  recording: Recording & Recorder,
  nowMs: number,
): Promise<number> {
  const { address, organizationId } = recording;
  const ofAddress = address === undefined ? undefined : tools.recordCounts.addresses.current(address, hourMs);
  const ofOrganization = tools.recordCounts.organizations.current(organizationId, hourMs);
  if (!ofAddress || hasRoom(tools.recordMebibytesPerAddress * mebibyte, { ofAddress, ofOrganization })) return 0;
  return (await isParentsKey(db, recording, nowMs)) ? 0 : ofAddress.beganAtMs + hourMs - nowMs;
}

/** A sub-organization has the service's; a parent none, unless its configuration sets one. */
async function limitOf(
  { recordPerHour }: Pick<Tools, 'recordPerHour'>,
  db: Kysely<Tables>,
  { organization_id, parent_id }: Organization,
): Promise<RecordPerHour> {
  if (parent_id !== null) return recordPerHour;
  return (await settingsOf(db, organization_id))?.recordPerHour ?? { mebibytes: 0, activities: 0 };
}

/**
 * Many may share an address: in the last fifth of its budget there is room for those only who have recorded less than a hundredth
 * of it, so that a few who record much do not use it up for all others.
 */
function hasRoom(
  mostBytes: number,
  { ofAddress, ofOrganization }: { ofAddress: Opened<Recorded>; ofOrganization: Opened<Recorded> | undefined },
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

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return utf8(value).length;
  return value instanceof Uint8Array ? value.length : 8;
}
