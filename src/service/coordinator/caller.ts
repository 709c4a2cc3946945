import type { Kysely } from 'kysely';
import { refused } from '../../contract/refusals.js';
import type { Row, Tables } from '../store/schema.js';
import { findUser } from './users.js';

/** The organization that a request names. */
export type Organization = Row<'organizations'>;

/** Whose key stamped the request. */
export type Caller = {
  readonly user: Row<'users'>;
  readonly apiKey: Row<'api_keys'>;
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
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .where('organization_id', '=', named.organizationId)
    .executeTakeFirst();
  if (!organization) throw refused('PUBLIC_KEY_NOT_FOUND');
  const own = await holderOf(db, organization.organization_id, named.publicKey);
  const mayAskParent = named.from === 'organization or parent' && organization.parent_id !== null;
  const holder = own ?? (mayAskParent ? await holderOf(db, organization.parent_id ?? '', named.publicKey) : undefined);
  if (!holder) throw refused('PUBLIC_KEY_NOT_FOUND');
  const { expires_at_ms: expiresAtMs } = holder.apiKey;
  if (expiresAtMs !== null && expiresAtMs <= named.nowMs) throw refused('API_KEY_EXPIRED');
  return { organization, caller: { ...holder, fromParent: own === undefined } };
}

async function holderOf(
  db: Kysely<Tables>,
  organizationId: string,
  publicKey: string,
): Promise<Pick<Caller, 'user' | 'apiKey'> | undefined> {
  const apiKey = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
  if (!apiKey) return undefined;
  const user = await findUser(db, organizationId, apiKey.user_id);
  return user && { user, apiKey };
}
