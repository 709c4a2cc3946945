import type { Kysely } from 'kysely';
import type { From } from '../../../contract/facts.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Row, Tables } from '../../store/schema.js';
import type { CredentialKind } from '../../store/tables/credentials.js';
import type { StampedWith } from './credentialStamp.js';

/** The credential to look for, and where. */
export type Named = StampedWith & {
  readonly organizationId: string;
  readonly nowMs: number;
  readonly from: readonly From[];
};

/** A row of the statements: the user, the organization that was named, and the credential that made the stamp. */
export type Holder = Row<'users'> & {
  readonly named_parent_id: string | null;
  readonly name: string;
  readonly root_quorum_threshold: number;
  readonly requester: string | null;
  readonly policies_revision: string | null;
  readonly features: string;
  readonly named_created_at_ms: number;
  readonly stamps_id: string;
  readonly stamps_kind: CredentialKind | 'CONTACT';
  readonly stamps_key: string;
  readonly stamps_expire_at_ms: number | null;
  readonly stamps_type: string;
  readonly stamps_passkey: string | null;
  readonly stamps_login_id: string | null;
  readonly stamps_login_at_ms: number | null;
  readonly stamps_is_proved: Row<'credentials'>['is_proved'];
};

/** Of those that list all that the user holds: one of them. */
export type Held = {
  readonly held_id: string;
  readonly held_kind: CredentialKind;
  readonly held_name: string;
  readonly held_key: string;
  readonly held_type: string;
  readonly held_passkey: string | null;
  readonly held_provider: string | null;
  readonly held_seconds: number | null;
  readonly held_login_id: string | null;
  readonly held_created_at_ms: number;
  readonly held_updated_at_ms: number;
  /** An endpoint of the organization or its parent. */
  readonly watching_id: string | null;
};

export const byOwnKey = prepared(holder('organization_id'));
export const byParentsKey = prepared(holder('parent_id'));
export const voterByOwnKey = prepared(voter('organization_id'));
export const voterByParentsKey = prepared(voter('parent_id'));

/**
 * The organization, and the holder of the credential in it or in its parent, in one statement, since every request runs it. Without the
 * credential there is no row.
 */
function holder(holdersOrganization: 'organization_id' | 'parent_id') {
  return (db: Kysely<Tables>, value: ValueOf<Named>) =>
    db
      .selectFrom('organizations')
      .innerJoin('credentials', (join) =>
        join
          .onRef('credentials.organization_id', '=', `organizations.${holdersOrganization}`)
          .on('credentials.lookup_key', '=', value('lookupKey'))
          .on('credentials.curve_type', '=', value('curveType')),
      )
      .innerJoin('users', (join) =>
        join
          .onRef('users.organization_id', '=', 'credentials.organization_id')
          .onRef('users.user_id', '=', 'credentials.user_id'),
      )
      .select([
        'users.organization_id',
        'users.user_id',
        'users.parent_id',
        'users.user_name',
        'users.email',
        'users.email_verified',
        'users.phone_number',
        'users.phone_verified',
        'users.is_root',
        'users.is_proxy',
        'users.tag_ids',
        'users.created_at_ms',
        'users.updated_at_ms',
        'organizations.parent_id as named_parent_id',
        'organizations.name',
        'organizations.root_quorum_threshold',
        'organizations.requester',
        'organizations.policies_revision',
        'organizations.features',
        'organizations.created_at_ms as named_created_at_ms',
        'credentials.credential_id as stamps_id',
        'credentials.kind as stamps_kind',
        'credentials.public_key as stamps_key',
        'credentials.expires_at_ms as stamps_expire_at_ms',
        'credentials.credential_type as stamps_type',
        'credentials.passkey as stamps_passkey',
        'credentials.login_id as stamps_login_id',
        'credentials.login_at_ms as stamps_login_at_ms',
        'credentials.is_proved as stamps_is_proved',
      ])
      .where('organizations.organization_id', '=', value('organizationId'));
}

/** The same, once for each credential that the holder has. */
function voter(holdersOrganization: 'organization_id' | 'parent_id') {
  return (db: Kysely<Tables>, value: ValueOf<Named>) =>
    holder(holdersOrganization)(db, value)
      .innerJoin('credentials as held', (join) =>
        join.onRef('held.organization_id', '=', 'users.organization_id').onRef('held.user_id', '=', 'users.user_id'),
      )
      .select([
        'held.credential_id as held_id',
        'held.kind as held_kind',
        'held.credential_name as held_name',
        'held.public_key as held_key',
        'held.credential_type as held_type',
        'held.passkey as held_passkey',
        'held.provider as held_provider',
        'held.expiration_seconds as held_seconds',
        'held.login_id as held_login_id',
        'held.created_at_ms as held_created_at_ms',
        'held.updated_at_ms as held_updated_at_ms',
      ])
      .select((row) =>
        row
          .selectFrom('webhook_endpoints')
          .select('webhook_endpoints.endpoint_id')
          .where('webhook_endpoints.organization_id', 'in', [
            row.ref('organizations.organization_id'),
            row.ref('organizations.parent_id'),
          ])
          .limit((one) => one.lit(1))
          .as('watching_id'),
      )
      .orderBy('held.created_at_ms')
      .orderBy('held.credential_id');
}
