import type { Kysely } from 'kysely';
import type { From } from '../../../contract/facts.js';
import { refused } from '../../../contract/refusals.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Tables } from '../../store/schema.js';
import type { StampedWith } from '../callers/credentialStamp.js';
import { unknownCaller } from '../callers/unknownCaller.js';
import { checkContact } from './provedContact.js';
import type { KeyHolder } from './requester.js';

/** The stamp's credential, the bytes, and the place. */
type Stamped = StampedWith & { readonly organizationId: string; readonly fingerprint: string };

/**
 * Whether a key may submit at all, and whether the organization knows the bytes: one read, before the parameters are parsed. The
 * transaction checks everything else.
 *
 * @param from - where callers with new bytes may come from; a parent's may always repeat known ones.
 * @throws {RefusedError} as {@link unknownCaller}; API_KEY_EXPIRED; ORGANIZATION_MISMATCH
 */
export async function checkKey(
  db: Kysely<Tables>,
  stamped: Stamped,
  { from, nowMs }: { from: readonly From[]; nowMs: number },
): Promise<{ isKnown: boolean; holder: KeyHolder | undefined }> {
  if (stamped.contact) return checkContact(db, { ...stamped, contact: stamped.contact }, nowMs);
  const [own] = await ownKeys(db, stamped);
  const [key] = own ? [own] : await parentsKeys(db, stamped);
  if (!key) throw await unknownCaller(db, stamped);
  if (key.expires_at_ms !== null && key.expires_at_ms <= nowMs) throw refused('API_KEY_EXPIRED');
  const isKnown = typeof key.known_id === 'string';
  if (!(own || isKnown || from.includes('parent'))) throw refused('ORGANIZATION_MISMATCH');
  return { isKnown, holder: key };
}

const ownKeys = prepared((db, value: ValueOf<Stamped>) =>
  db
    .selectFrom('credentials')
    .innerJoin('users', (join) =>
      join
        .onRef('users.organization_id', '=', 'credentials.organization_id')
        .onRef('users.user_id', '=', 'credentials.user_id'),
    )
    .innerJoin('organizations', 'organizations.organization_id', 'credentials.organization_id')
    .select(['credentials.expires_at_ms', ...holderColumns])
    .select(knownId(db, value))
    .where('credentials.organization_id', '=', value('organizationId'))
    .where('lookup_key', '=', value('lookupKey'))
    .where('curve_type', '=', value('curveType'))
    .limit((one) => one.lit(1)),
);

/** Of the key's own user; `parent_id`: of the organization that is named. */
const holderColumns = [
  'users.organization_id as home_id',
  'users.user_id',
  'users.is_root',
  'users.is_proxy',
  'organizations.parent_id',
] as const;

const parentsKeys = prepared((db, value: ValueOf<Stamped>) =>
  db
    .selectFrom('organizations')
    .innerJoin('credentials', (join) =>
      join
        .onRef('credentials.organization_id', '=', 'organizations.parent_id')
        .on('credentials.lookup_key', '=', value('lookupKey'))
        .on('credentials.curve_type', '=', value('curveType')),
    )
    .innerJoin('users', (join) =>
      join
        .onRef('users.organization_id', '=', 'credentials.organization_id')
        .onRef('users.user_id', '=', 'credentials.user_id'),
    )
    .select(['credentials.expires_at_ms', ...holderColumns])
    .select(knownId(db, value))
    .where('organizations.organization_id', '=', value('organizationId'))
    .limit((one) => one.lit(1)),
);

/** The activity that the bytes have made, where they have. */
const knownId = (db: Kysely<Tables>, value: ValueOf<Stamped>) =>
  db
    .selectFrom('activities')
    .select('activity_id')
    .where('activities.organization_id', '=', value('organizationId'))
    .where('activities.fingerprint', '=', value('fingerprint'))
    .as('known_id');
