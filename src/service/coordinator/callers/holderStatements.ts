import type { Kysely } from 'kysely';
import type { From } from '../../../contract/facts.js';
import type { Row, Tables } from '../../store/schema.js';
import { statement, type ValueOf } from '../../store/statement.js';
import { storeKindOf } from '../../store/storeKinds.js';
import { type CredentialKind, credentialColumns } from '../../store/tables/credentials.js';
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
  readonly stamps_kind: CredentialKind;
  readonly stamps_key: string;
  readonly stamps_expire_at_ms: number | null;
  readonly stamps_type: string;
  readonly stamps_passkey: string | null;
  readonly stamps_login_id: string | null;
  readonly stamps_login_at_ms: number | null;
  readonly stamps_is_proved: Row<'credentials'>['is_proved'];
};

/** A holder with all that a vote shows of them. */
export type Voter = Holder & {
  /** All credentials of the user: read them with {@link credentialsIn}. */
  readonly held: unknown;
  /** A webhook endpoint that watches the organization, where there is one. */
  readonly watching_id: string | null;
};

/** The statements that find a holder by a credential of the organization, and by one of its parent. */
export type HolderStatements<Found> = {
  readonly byOwnKey: (db: Kysely<Tables>, named: Named) => Promise<Found[]>;
  readonly byParentsKey: (db: Kysely<Tables>, named: Named) => Promise<Found[]>;
};

export const holders: HolderStatements<Holder> = {
  byOwnKey: statement((db, value: ValueOf<Named>) => holder(db, value, 'organization_id')),
  byParentsKey: statement((db, value: ValueOf<Named>) => holder(db, value, 'parent_id')),
};

export const voters: HolderStatements<Voter> = {
  byOwnKey: statement((db, value: ValueOf<Named>) => voter(db, value, 'organization_id')),
  byParentsKey: statement((db, value: ValueOf<Named>) => voter(db, value, 'parent_id')),
};

/**
 * The organization that is named, and the holder of the credential in it or in its parent, in one statement, since every request runs it.
 * Without the credential there is no row.
 */
export const stampHolder = (
  db: Kysely<Tables>,
  value: ValueOf<Pick<Named, 'organizationId' | 'lookupKey' | 'curveType'>>,
  holdersOrganization: 'organization_id' | 'parent_id',
) =>
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
    .where('organizations.organization_id', '=', value('organizationId'));

/** All that requests go by of them. */
const holder = (...given: Parameters<typeof stampHolder>) =>
  stampHolder(...given)
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
    ]);

/** The same, with all credentials of the user as JSON: a statement of their own would be a trip to the database more for every activity. */
function voter(...given: Parameters<typeof holder>) {
  const [db] = given;
  const { rows, row } = jsonFunctions[storeKindOf(db)];
  return holder(...given).select((outer) => [
    outer
      .selectFrom('credentials as held')
      .select(({ fn, ref }) =>
        fn<unknown>(rows, [
          fn(
            row,
            credentialColumns.map((column) => ref(`held.${column}`)),
          ),
        ]).as('all'),
      )
      .whereRef('held.organization_id', '=', 'users.organization_id')
      .whereRef('held.user_id', '=', 'users.user_id')
      .as('held'),
    outer
      .selectFrom('webhook_endpoints')
      .select('webhook_endpoints.endpoint_id')
      .where(({ or, eb, ref }) =>
        or([
          eb('webhook_endpoints.organization_id', '=', ref('organizations.organization_id')),
          eb('webhook_endpoints.organization_id', '=', ref('organizations.parent_id')),
        ]),
      )
      .limit((one) => one.lit(1))
      .as('watching_id'),
  ]);
}

const jsonFunctions = {
  sqlite: { rows: 'json_group_array', row: 'json_array' },
  postgres: { rows: 'json_agg', row: 'json_build_array' },
} as const;

type Credential = Row<'credentials'>;

/** A voter's credentials, oldest first. */
export function credentialsIn({ held }: Voter): Credential[] {
  const rows = (typeof held === 'string' ? JSON.parse(held) : (held ?? [])) as unknown[][];
  const credentials = rows.map(
    (values) =>
      Object.fromEntries(credentialColumns.map((column, index) => [column, values[index]])) as unknown as Credential,
  );
  return credentials.sort(isOlder);
}

const isOlder = (one: Credential, other: Credential): number =>
  one.created_at_ms - other.created_at_ms || (one.credential_id < other.credential_id ? -1 : 1);
