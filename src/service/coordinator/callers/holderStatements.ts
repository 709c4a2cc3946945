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
  readonly suspended_at_ms: number | null;
  readonly suspending_until_ms: number | null;
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

export const byOwnKey = prepared(holder('organization_id'));
export const byParentsKey = prepared(holder('parent_id'));

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
      .selectAll('users')
      .select([
        'organizations.parent_id as named_parent_id',
        'organizations.name',
        'organizations.root_quorum_threshold',
        'organizations.requester',
        'organizations.policies_revision',
        'organizations.features',
        'organizations.created_at_ms as named_created_at_ms',
        'organizations.suspended_at_ms',
        'organizations.suspending_until_ms',
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

/** Whose credentials, and the organization that is named. */
type Holding = {
  readonly homeId: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly parentId: string | null;
};

/** All credentials of a user, oldest first, each with a webhook endpoint that watches the organization, where there is one. */
export const credentialsHeld = prepared((db, value: ValueOf<Holding>) =>
  db
    .selectFrom('credentials')
    .selectAll()
    .select((row) =>
      row
        .selectFrom('webhook_endpoints')
        .select('webhook_endpoints.endpoint_id')
        .where('webhook_endpoints.organization_id', 'in', [value('organizationId'), value('parentId')])
        .limit((one) => one.lit(1))
        .as('watching_id'),
    )
    .where('organization_id', '=', value('homeId'))
    .where('user_id', '=', value('userId'))
    .orderBy('created_at_ms')
    .orderBy('credential_id'),
);
