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
  const found = await findOrganizationAndHolder(db, named.organizationId, named.publicKey);
  if (!found) throw refused('PUBLIC_KEY_NOT_FOUND');
  const { organization, holder: own } = found;
  const mayAskParent = named.from === 'organization or parent' && organization.parent_id !== null;
  const holder =
    own ??
    (mayAskParent
      ? (await findOrganizationAndHolder(db, organization.parent_id ?? '', named.publicKey))?.holder
      : undefined);
  if (!holder) throw refused('PUBLIC_KEY_NOT_FOUND');
  if (holder.expiresAtMs !== null && holder.expiresAtMs <= named.nowMs) throw refused('API_KEY_EXPIRED');
  return { organization, caller: { user: holder.user, fromParent: own === undefined } };
}

type Holder = { readonly user: Row<'users'>; readonly expiresAtMs: number | null };

/** The organization, and who holds the key there, in one statement: it is asked with every request. */
async function findOrganizationAndHolder(
  db: Kysely<Tables>,
  organizationId: string,
  publicKey: string,
): Promise<{ organization: Organization; holder: Holder | undefined } | undefined> {
  const [found] = await organizationAndHolder(db, { organizationId, publicKey });
  if (!found) return undefined;
  const { parent_id, name, root_quorum_threshold, asker, organization_created_at_ms, expires_at_ms, ...user } = found;
  const organization = {
    organization_id: organizationId,
    parent_id,
    name,
    root_quorum_threshold,
    asker,
    created_at_ms: organization_created_at_ms,
  };
  return {
    organization,
    holder: user.user_id === null ? undefined : { user: user as Row<'users'>, expiresAtMs: expires_at_ms },
  };
}

const organizationAndHolder = prepared((db, value: ValueOf<{ organizationId: string; publicKey: string }>) =>
  db
    .selectFrom('organizations')
    .leftJoin('api_keys', (join) =>
      join
        .onRef('api_keys.organization_id', '=', 'organizations.organization_id')
        .on('api_keys.public_key', '=', value('publicKey')),
    )
    .leftJoin('users', (join) =>
      join
        .onRef('users.organization_id', '=', 'organizations.organization_id')
        .onRef('users.user_id', '=', 'api_keys.user_id'),
    )
    .selectAll('users')
    .select([
      'organizations.parent_id',
      'organizations.name',
      'organizations.root_quorum_threshold',
      'organizations.asker',
      'organizations.created_at_ms as organization_created_at_ms',
      'api_keys.expires_at_ms',
    ])
    .where('organizations.organization_id', '=', value('organizationId')),
);
