import type { Kysely } from 'kysely';
import { refused } from '../../contract/refusals.js';
import { prepared, type ValueOf } from '../store/prepared.js';
import type { Row, Tables } from '../store/schema.js';

/** The organization that a request names. */
export type Organization = Row<'organizations'>;

/** Whose key stamped the request. */
export type Caller = {
  readonly user: Row<'users'>;
  /** Whether the caller belongs to the parent of the organization that the request names. */
  readonly fromParent: boolean;
};

/** Which organizations a caller may come from: the one named alone, or its parent too (reads and logins). */
export type CallersFrom = 'organization' | 'organization or parent';

/**
 * Finds whose key it is. An unknown key, a foreign organization and an absent one answer alike.
 *
 * @throws {RefusedError} PUBLIC_KEY_NOT_FOUND, API_KEY_EXPIRED
 */
export async function findCaller(
  db: Kysely<Tables>,
  named: { organizationId: string; publicKey: string; nowMs: number; from: CallersFrom },
): Promise<{ organization: Organization; caller: Caller }> {
  const mayAskParent = named.from === 'organization or parent';
  const [own] = await byOwnKey(db, named);
  const found = own ?? (mayAskParent ? (await byParentsKey(db, named))[0] : undefined);
  if (!found) throw refused('PUBLIC_KEY_NOT_FOUND');
  const { named_parent_id, name, root_quorum_threshold, asker, named_created_at_ms, expires_at_ms, ...user } = found;
  if (expires_at_ms !== null && expires_at_ms <= named.nowMs) throw refused('API_KEY_EXPIRED');
  const organization = {
    organization_id: named.organizationId,
    parent_id: named_parent_id,
    name,
    root_quorum_threshold,
    asker,
    created_at_ms: named_created_at_ms,
  };
  return { organization, caller: { user, fromParent: own === undefined } };
}

const byOwnKey = organizationAndHolder('organization_id');
const byParentsKey = organizationAndHolder('parent_id');

/**
 * The organization and who holds the key in it, or in its parent, in one statement: it is asked with every request. Without the
 * key there is no row, so that a foreign organization takes as long as an absent one.
 */
function organizationAndHolder(holdersOrganization: 'organization_id' | 'parent_id') {
  return prepared((db, value: ValueOf<{ organizationId: string; publicKey: string }>) =>
    db
      .selectFrom('organizations')
      .innerJoin('api_keys', (join) =>
        join
          .onRef('api_keys.organization_id', '=', `organizations.${holdersOrganization}`)
          .on('api_keys.public_key', '=', value('publicKey')),
      )
      .innerJoin('users', (join) =>
        join
          .onRef('users.organization_id', '=', 'api_keys.organization_id')
          .onRef('users.user_id', '=', 'api_keys.user_id'),
      )
      .selectAll('users')
      .select([
        'organizations.parent_id as named_parent_id',
        'organizations.name',
        'organizations.root_quorum_threshold',
        'organizations.asker',
        'organizations.created_at_ms as named_created_at_ms',
        'api_keys.expires_at_ms',
      ])
      .where('organizations.organization_id', '=', value('organizationId')),
  );
}
