import type { Kysely, Transaction } from 'kysely';
import type { From } from '../../../contract/facts.js';
import { refused } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import type { Requester } from '../../limits/requestWork.js';
import type { Tables } from '../../store/schema.js';
import { statement, type ValueOf } from '../../store/statement.js';
import type { Store } from '../../store/store.js';
import type { Tools } from '../../tools.js';
import { callerOrNone, findCaller, unknownCaller } from '../callers/caller.js';
import type { StampedWith } from '../callers/credentialStamp.js';
import { stampHolder } from '../callers/holderStatements.js';
import { maxAgeMs } from './admission/liveness.js';
import { checkContact, organizationOfContact } from './admission/provedContact.js';
import { type KeyHolder, requesterOf } from './admission/requester.js';

type Stamped = StampedWith & { readonly organizationId: string; readonly nowMs: number };
type StampedBytes = Stamped & { readonly fingerprint: string };
type PlacedBytes = Omit<StampedBytes, 'nowMs'>;

/**
 * {@link findCaller}; if the named parent does not know the key, in the one sub-organization that the key leads to.
 *
 * @throws {RefusedError} as {@link findCaller}; PUBLIC_KEY_AMBIGUOUS
 */
export const findCallerByKey: typeof findCaller = async (db, named) => {
  const found = await callerOrNone(db, named);
  if (found) return found;
  const organizationId = await organizationOfKey(db, named);
  if (organizationId === undefined) throw await unknownCaller(db, named);
  return findCaller(db, { ...named, organizationId });
};

/**
 * {@link checkKey}, in the organization where the activity is executed.
 *
 * @throws {RefusedError} as that does; PUBLIC_KEY_AMBIGUOUS
 */
export async function checkKeyAtPlace(
  { store, clock }: Tools,
  stamped: Omit<StampedBytes, 'nowMs'>,
  row: Pick<ActivityRow, 'from' | 'right' | 'action'>,
): Promise<KnownPlace & { readonly requester: Requester }> {
  const { from } = row;
  const nowMs = clock();
  const organizationId = await placeOf(store, from, { ...stamped, nowMs });
  const { isKnown, holder } = await store.read((db) => checkKey(db, { ...stamped, organizationId }, { from, nowMs }));
  return { isKnown, organizationId, requester: requesterOf(row, organizationId, holder) };
}

/**
 * Where an activity is executed and recorded: in the organization that it names, or in the one of {@link organizationOfKey}. The same bytes
 * always go to the same place.
 *
 * @throws {RefusedError} PUBLIC_KEY_AMBIGUOUS
 */
async function placeOf(store: Store, from: readonly From[], stamped: StampedBytes): Promise<string> {
  const { organizationId } = stamped;
  if (!from.includes('sub-organization')) return organizationId;
  return store.read(async (db) => {
    const [before] = await placesBefore(db, stamped);
    if (before) return before.organization_id;
    if (stamped.contact)
      return (await organizationOfContact(db, { organizationId, contact: stamped.contact })) ?? organizationId;
    // With a token, people are found where they signed up; with a key, where the request says.
    const [own] = stamped.stampKey === undefined ? await ownKeys(db, stamped) : [];
    return own ? organizationId : ((await organizationOfKey(db, stamped)) ?? organizationId);
  });
}

/** The organization where a request is executed, and whether it knows the bytes. */
export type KnownPlace = { readonly isKnown: boolean; readonly organizationId: string };

/** Notes under the parent that bytes named where they went, while they may come again. @returns false if they went elsewhere. */
export async function notePlace(
  transaction: Transaction<Tables>,
  { parentId, fingerprint, organizationId, timestampMs }: Placed,
): Promise<boolean> {
  if (parentId === organizationId) return true;
  const noted = await transaction
    .insertInto('parent_fingerprints')
    .values({
      parent_id: parentId,
      fingerprint,
      organization_id: organizationId,
      expires_at_ms: timestampMs + maxAgeMs,
    })
    .onConflict((conflict) => conflict.columns(['parent_id', 'fingerprint']).doNothing())
    .returning('organization_id')
    .execute();
  return noted.length > 0;
}

type Placed = {
  /** The organization that the body names. */
  readonly parentId: string;
  readonly fingerprint: string;
  /** Where it is executed. */
  readonly organizationId: string;
  readonly timestampMs: number;
};

/**
 * The sub-organization of a parent that a key leads to: the one where it is proved. Where it is proved in none, the newest of those that
 * have it as their only credential, since nobody but its holder can use these. Where it stands unproved beside other credentials, it does
 * not count: anybody may have claimed it there.
 *
 * @throws {RefusedError} PUBLIC_KEY_AMBIGUOUS
 */
async function organizationOfKey(db: Kysely<Tables>, stamped: Stamped): Promise<string | undefined> {
  // In this order: a key that is proved between the two questions is found by one of them.
  const unproved = await newestUnproved(db, stamped);
  const proved = await provedOrganizations(db, stamped);
  if (proved.length > 1) throw refused('PUBLIC_KEY_AMBIGUOUS');
  const [found] = proved.length > 0 ? proved : unproved;
  return found?.organization_id;
}

const ownKeys = statement((db, value: ValueOf<Stamped>) =>
  db
    .selectFrom('credentials')
    .select('credential_id')
    .where('organization_id', '=', value('organizationId'))
    .where('lookup_key', '=', value('lookupKey'))
    .where('curve_type', '=', value('curveType')),
);

const provedOrganizations = statement((db, value: ValueOf<Stamped>) =>
  db
    .selectFrom('credential_index')
    .select('organization_id')
    .where('parent_id', '=', value('organizationId'))
    .where('lookup_key', '=', value('lookupKey'))
    .limit((one) => one.lit(2)),
);

const newestUnproved = statement((db, value: ValueOf<Stamped>) =>
  db
    .selectFrom('unproved_keys')
    .select('organization_id')
    .where('parent_id', '=', value('organizationId'))
    .where('public_key', '=', value('lookupKey'))
    .where((key) => key.or([key('expires_at_ms', 'is', null), key('expires_at_ms', '>', value('nowMs'))]))
    .orderBy('created_at_ms', 'desc')
    .orderBy('organization_id', 'desc')
    .limit((one) => one.lit(1)),
);

const placesBefore = statement((db, value: ValueOf<StampedBytes>) =>
  db
    .selectFrom('parent_fingerprints')
    .select('organization_id')
    .where('parent_id', '=', value('organizationId'))
    .where('fingerprint', '=', value('fingerprint')),
);

/**
 * Whether a key may submit at all, and whether the organization knows the bytes: one read, before the parameters are parsed. The
 * transaction checks everything else.
 *
 * @param from - where callers with new bytes may come from; a parent's may always repeat known ones.
 * @throws {RefusedError} as {@link unknownCaller}; API_KEY_EXPIRED; ORGANIZATION_MISMATCH
 */
async function checkKey(
  db: Kysely<Tables>,
  stamped: PlacedBytes,
  { from, nowMs }: { from: readonly From[]; nowMs: number },
): Promise<{ isKnown: boolean; holder: KeyHolder | undefined }> {
  if (stamped.contact) return checkContact(db, { ...stamped, contact: stamped.contact }, nowMs);
  const [own] = await ownHolders(db, stamped);
  const [key] = own ? [own] : await parentsHolders(db, stamped);
  if (!key) throw await unknownCaller(db, stamped);
  if (key.expires_at_ms !== null && key.expires_at_ms <= nowMs) throw refused('API_KEY_EXPIRED');
  const isKnown = typeof key.known_id === 'string';
  if (!(own || isKnown || from.includes('parent'))) throw refused('ORGANIZATION_MISMATCH');
  return { isKnown, holder: key };
}

const ownHolders = statement((db, value: ValueOf<PlacedBytes>) => placed(db, value, 'organization_id'));
const parentsHolders = statement((db, value: ValueOf<PlacedBytes>) => placed(db, value, 'parent_id'));

const placed = (
  db: Kysely<Tables>,
  value: ValueOf<PlacedBytes>,
  holdersOrganization: 'organization_id' | 'parent_id',
) =>
  stampHolder(db, value, holdersOrganization)
    .select(['credentials.expires_at_ms', ...holderColumns])
    .select(knownId(db, value))
    .limit((one) => one.lit(1));

/** Of the key's own user; `parent_id`: of the organization that is named. */
const holderColumns = [
  'users.organization_id as home_id',
  'users.user_id',
  'users.is_root',
  'users.is_proxy',
  'organizations.parent_id',
] as const;

/** The activity that the bytes have made, where they have. */
const knownId = (db: Kysely<Tables>, value: ValueOf<PlacedBytes>) =>
  db
    .selectFrom('activities')
    .select('activity_id')
    .where('activities.organization_id', '=', value('organizationId'))
    .where('activities.fingerprint', '=', value('fingerprint'))
    .as('known_id');
