import type { Kysely } from 'kysely';
import type { Row, Tables } from '../../store/schema.js';
import type { TokenContact } from './credentialStamp.js';
import type { Holder, Named } from './holderStatements.js';

type NamedContact = Pick<Named, 'organizationId' | 'stampKey'> & { readonly contact: TokenContact };

/** The user with that verified contact; none if there are several. */
export async function byContact(
  db: Kysely<Tables>,
  { organizationId, contact: { kind, contact, tokenId }, stampKey = '' }: NamedContact,
): Promise<Holder | undefined> {
  const [user, ...others] = await usersWith(db, organizationId, kind, contact);
  if (!user || others.length > 0) return undefined;
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return {
    ...user,
    named_parent_id: organization.parent_id,
    name: organization.name,
    root_quorum_threshold: organization.root_quorum_threshold,
    requester: organization.requester,
    policies_revision: organization.policies_revision,
    features: organization.features,
    named_created_at_ms: organization.created_at_ms,
    suspended_at_ms: organization.suspended_at_ms,
    suspending_until_ms: organization.suspending_until_ms,
    stamps_id: tokenId,
    stamps_kind: 'CONTACT',
    stamps_key: stampKey,
    stamps_expire_at_ms: null,
    stamps_type: contactType,
    stamps_passkey: null,
    stamps_login_id: null,
    stamps_login_at_ms: null,
    stamps_is_proved: 1,
  };
}

/** The users with that verified contact; two are enough to know that it is not unique. */
export function usersWith(
  db: Kysely<Tables>,
  organizationId: string,
  kind: 'EMAIL' | 'PHONE_NUMBER',
  contact: string,
): Promise<Row<'users'>[]> {
  const [column, flag] = columnsOf[kind];
  return db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(column, '=', contact)
    .where(flag, '=', 1)
    .limit(2)
    .execute();
}

/** As policies see who stamps by a code. @see docs/wire.md 2.12 */
export const contactType = 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256';

const columnsOf = {
  EMAIL: ['email', 'email_verified'],
  PHONE_NUMBER: ['phone_number', 'phone_verified'],
} as const;
