import type { Kysely } from 'kysely';
import type { Tables } from '../../store/schema.js';
import type { ProvedContact } from './credentialStamp.js';
import { type Held, type Holder, heldColumns, holderColumns, type Named } from './holderStatements.js';

type NamedContact = Pick<Named, 'organizationId' | 'stampKey'> & { readonly contact: ProvedContact };

/** Who has the contact there, proved: one row for the one user who has, none where none has, or several. */
export async function byContact(db: Kysely<Tables>, named: NamedContact): Promise<Holder[]> {
  const { organizationId, contact, stampKey = '' } = named;
  const [column, flag] = columnsOf[contact.kind];
  const found = await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.organization_id', 'users.organization_id')
    .select(holderColumns)
    .where('users.organization_id', '=', organizationId)
    .where(column, '=', contact.contact)
    .where(flag, '=', 1)
    .limit(2)
    .execute();
  if (found.length > 1) return [];
  return found.map((holder) => ({
    ...holder,
    stamps_id: contact.tokenId,
    stamps_kind: 'CONTACT' as const,
    stamps_key: stampKey,
    stamps_expire_at_ms: null,
    stamps_type: contactType,
    stamps_passkey: null,
    stamps_login_id: null,
    stamps_login_at_ms: null,
    stamps_is_proved: 1 as const,
  }));
}

/** As policies see who stamps by a code. @see Wire facts 2.12 */
export const contactType = 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256';

/** The same, with all that the user holds, and whether a server wants to hear of what happens in the organization. */
export async function voterByContact(
  db: Kysely<Tables>,
  named: NamedContact,
): Promise<{ holders: Holder[]; held: Omit<Held, 'watching_id'>[]; isWatched: boolean }> {
  const holders = await byContact(db, named);
  const [holder] = holders;
  if (!holder) return { holders, held: [], isWatched: false };
  const held = await db
    .selectFrom('credentials as held')
    .select(heldColumns)
    .where('held.organization_id', '=', holder.organization_id)
    .where('held.user_id', '=', holder.user_id)
    .orderBy('held.created_at_ms')
    .orderBy('held.credential_id')
    .execute();
  const watching = await db
    .selectFrom('webhook_endpoints')
    .select('endpoint_id')
    .where('organization_id', 'in', [holder.organization_id, holder.parent_id ?? holder.organization_id])
    .limit(1)
    .executeTakeFirst();
  return { holders, held, isWatched: watching !== undefined };
}

const columnsOf = {
  EMAIL: ['users.email', 'users.email_verified'],
  PHONE_NUMBER: ['users.phone_number', 'users.phone_verified'],
} as const;
