import type { Kysely } from 'kysely';
import type { ContactKind } from '../../../contract/contact.js';
import type { Row, Tables } from '../../store/schema.js';
import type { TokenContact } from './credentialStamp.js';

/** The user with that verified contact; none if there are several. */
export async function userByContact(
  db: Kysely<Tables>,
  organizationId: string,
  { kind, contact }: Pick<TokenContact, 'kind' | 'contact'>,
): Promise<Row<'users'> | undefined> {
  const [user, ...others] = await usersWith(db, organizationId, kind, contact);
  return others.length > 0 ? undefined : user;
}

/** The users with that verified contact; two are enough to know that it is not unique. */
export function usersWith(
  db: Kysely<Tables>,
  organizationId: string,
  kind: ContactKind,
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
