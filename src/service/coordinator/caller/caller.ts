import type { Kysely } from 'kysely';
import type { From } from '../../../contract/facts.js';
import { refused } from '../../../contract/refusals.js';
import type { Flag } from '../../store/columns.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Row, Tables } from '../../store/schema.js';
import type { CredentialKind } from '../../store/tables/credentials.js';
import type { StampedWith } from './credentialStamp.js';

/** The organization that a request names. */
export type Organization = Omit<Row<'organizations'>, 'first_name'>;

/** Whose credential stamped the request. */
export type Caller = {
  readonly user: Row<'users'>;
  /** Whether the caller belongs to the parent of the organization that the request names. */
  readonly fromParent: boolean;
  /** What they stamped it with; `undefined` once an activity waited for votes, and its submitter's credential has gone meanwhile. */
  readonly credential: CallerCredential | undefined;
};

/** What a credential may do depends on. */
export type CallerCredential = {
  /** A row of the table of credentials; or else what an attested token proves, a contact or a provider's account. */
  readonly kind: CredentialKind | 'CONTACT' | 'OAUTH_PROVIDER';
  /** The id of that row, or of the token. */
  readonly id: string;
  /** Of the key that made the stamp. */
  readonly publicKey: string;
  readonly credentialType: string;
  /** The login that it came by, where it came by one; and of a session key, when that was. */
  readonly loginId: string | null;
  readonly loginAtMs: number | null;
  /** @see KeyProof */
  readonly isProved: boolean;
};

/** The columns of a credential that the wire shows. */
export type ShownCredential = Omit<
  Row<'credentials'>,
  | 'organization_id'
  | 'user_id'
  | 'lookup_key'
  | 'curve_type'
  | 'sign_count'
  | 'expires_at_ms'
  | 'login_at_ms'
  | 'is_proved'
>;

type Named = StampedWith & {
  readonly organizationId: string;
  readonly nowMs: number;
  readonly from: readonly From[];
};

/**
 * Finds whose credential it is. An unknown one, a foreign organization and an absent one answer alike.
 *
 * @throws {RefusedError} PUBLIC_KEY_NOT_FOUND, API_KEY_EXPIRED
 */
export async function findCaller(
  db: Kysely<Tables>,
  named: Named,
): Promise<{ organization: Organization; caller: Caller }> {
  const { first, fromParent } = await holderOf(db, named, byOwnKey, byParentsKey);
  return callerIn(first, named, fromParent);
}

/**
 * {@link findCaller}, and all credentials that the caller holds, oldest first: a vote shows them. They come with the same statement.
 *
 * @throws {RefusedError} as {@link findCaller}
 */
export async function findVoter(
  db: Kysely<Tables>,
  named: Named,
): Promise<{ organization: Organization; caller: Caller; credentials: readonly ShownCredential[] }> {
  const { first, rows, fromParent } = await holderOf(db, named, voterByOwnKey, voterByParentsKey);
  return { ...callerIn(first, named, fromParent), credentials: rows.map(heldCredential) };
}

type Holder = Row<'users'> & {
  readonly named_parent_id: string | null;
  readonly name: string;
  readonly root_quorum_threshold: number;
  readonly requester: string | null;
  readonly policies_revision: string | null;
  readonly features: string;
  readonly named_created_at_ms: number;
  readonly stamps_id: string;
  readonly stamps_kind: CredentialKind;
  readonly stamps_key: string;
  readonly stamps_expire_at_ms: number | null;
  readonly stamps_type: string;
  readonly stamps_login_id: string | null;
  readonly stamps_login_at_ms: number | null;
  readonly stamps_is_proved: Flag;
};

type Held = {
  readonly held_id: string;
  readonly held_kind: CredentialKind;
  readonly held_name: string;
  readonly held_key: string;
  readonly held_type: string;
  readonly held_passkey: string | null;
  readonly held_seconds: number | null;
  readonly held_login_id: string | null;
  readonly held_created_at_ms: number;
  readonly held_updated_at_ms: number;
};

type Find<Found> = (db: Kysely<Tables>, named: Named) => Promise<Found[]>;

async function holderOf<Found>(
  db: Kysely<Tables>,
  named: Named,
  byOwn: Find<Found>,
  byParents: Find<Found>,
): Promise<{ first: Found; rows: readonly Found[]; fromParent: boolean }> {
  const own = await byOwn(db, named);
  const fromParent = own.length === 0;
  const rows = fromParent && named.from.includes('parent') ? await byParents(db, named) : own;
  const [first] = rows;
  if (!first) throw refused('PUBLIC_KEY_NOT_FOUND');
  return { first, rows, fromParent };
}

function callerIn(
  holder: Holder,
  { organizationId, nowMs }: Named,
  fromParent: boolean,
): { organization: Organization; caller: Caller } {
  const { stamps_expire_at_ms } = holder;
  if (stamps_expire_at_ms !== null && stamps_expire_at_ms <= nowMs) throw refused('API_KEY_EXPIRED');
  const organization = {
    organization_id: organizationId,
    parent_id: holder.named_parent_id,
    name: holder.name,
    root_quorum_threshold: holder.root_quorum_threshold,
    requester: holder.requester,
    policies_revision: holder.policies_revision,
    features: holder.features,
    created_at_ms: holder.named_created_at_ms,
  };
  const credential = {
    kind: holder.stamps_kind,
    id: holder.stamps_id,
    publicKey: holder.stamps_key,
    credentialType: holder.stamps_type,
    loginId: holder.stamps_login_id,
    loginAtMs: holder.stamps_login_at_ms,
    isProved: holder.stamps_is_proved === 1,
  };
  return { organization, caller: { user: holder, fromParent, credential } };
}

const heldCredential = (row: Held): ShownCredential => ({
  credential_id: row.held_id,
  kind: row.held_kind,
  credential_name: row.held_name,
  public_key: row.held_key,
  credential_type: row.held_type,
  passkey: row.held_passkey,
  expiration_seconds: row.held_seconds,
  login_id: row.held_login_id,
  created_at_ms: row.held_created_at_ms,
  updated_at_ms: row.held_updated_at_ms,
});

const byOwnKey = prepared(holderAlone('organization_id'));
const byParentsKey = prepared(holderAlone('parent_id'));
const voterByOwnKey = prepared(voter('organization_id'));
const voterByParentsKey = prepared(voter('parent_id'));

/**
 * The organization and who holds the credential in it, or in its parent, in one statement: it is asked with every request. Without the
 * credential there is no row, so that a foreign organization takes as long as an absent one.
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
        'credentials.login_id as stamps_login_id',
        'credentials.login_at_ms as stamps_login_at_ms',
        'credentials.is_proved as stamps_is_proved',
      ])
      .where('organizations.organization_id', '=', value('organizationId'));
}

/** There is one at most; to say so spares SQLite the list. */
function holderAlone(holdersOrganization: 'organization_id' | 'parent_id') {
  return (db: Kysely<Tables>, value: ValueOf<Named>) =>
    holder(holdersOrganization)(db, value).limit((one) => one.lit(1));
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
        'held.expiration_seconds as held_seconds',
        'held.login_id as held_login_id',
        'held.created_at_ms as held_created_at_ms',
        'held.updated_at_ms as held_updated_at_ms',
      ])
      .orderBy('held.created_at_ms')
      .orderBy('held.credential_id');
}
