import type { Kysely } from 'kysely';
import type { From } from '../../../contract/facts.js';
import { refused } from '../../../contract/refusals.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Tables } from '../../store/schema.js';
import type { StampedWith } from '../caller/credentialStamp.js';
import { checkContact } from './provedContact.js';

/** The stamp's credential, the bytes, and the place. */
type Stamped = StampedWith & { readonly organizationId: string; readonly fingerprint: string };

/**
 * Whether a key may submit at all, and whether the organization knows the bytes: one read, before the parameters are parsed. The
 * transaction checks everything else.
 *
 * @param from - where callers with new bytes may come from; a parent's may always repeat known ones.
 * @throws {RefusedError} PUBLIC_KEY_NOT_FOUND, API_KEY_EXPIRED
 */
export async function checkKey(
  db: Kysely<Tables>,
  stamped: Stamped,
  { from, nowMs }: { from: readonly From[]; nowMs: number },
): Promise<{ isKnown: boolean }> {
  if (stamped.contact) return checkContact(db, { ...stamped, contact: stamped.contact }, nowMs);
  const [own] = await ownKeys(db, stamped);
  const [key] = own ? [own] : await parentsKeys(db, stamped);
  const isKnown = typeof key?.known_id === 'string';
  if (!key || !(own || isKnown || from.includes('parent'))) throw refused('PUBLIC_KEY_NOT_FOUND');
  if (key.expires_at_ms !== null && key.expires_at_ms <= nowMs) throw refused('API_KEY_EXPIRED');
  return { isKnown };
}

const ownKeys = prepared((db, value: ValueOf<Stamped>) =>
  db
    .selectFrom('credentials')
    .select('credentials.expires_at_ms')
    .select(knownId(db, value))
    .where('organization_id', '=', value('organizationId'))
    .where('lookup_key', '=', value('lookupKey'))
    .where('curve_type', '=', value('curveType'))
    .limit((one) => one.lit(1)),
);

/** Without the key there is no row, so that a foreign organization takes as long as an absent one. */
const parentsKeys = prepared((db, value: ValueOf<Stamped>) =>
  db
    .selectFrom('organizations')
    .innerJoin('credentials', (join) =>
      join
        .onRef('credentials.organization_id', '=', 'organizations.parent_id')
        .on('credentials.lookup_key', '=', value('lookupKey'))
        .on('credentials.curve_type', '=', value('curveType')),
    )
    .select('credentials.expires_at_ms')
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
