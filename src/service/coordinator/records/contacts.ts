import type { Kysely } from 'kysely';
import { type ContactKind, canonicalEmail, canonicalPhone } from '../../../contract/contact.js';
import type { Row, Tables } from '../../store/schema.js';

/** How filters and tables name a kind of contact. */

/** A verified contact of a sub-organization's user. */
export type VerifiedContact = { readonly parentId: string; readonly kind: ContactKind; readonly contact: string };

/** The sub-organization that a verified contact got through the proxy: at most one of a parent's. */
export async function subOrganizationOf(
  db: Kysely<Tables>,
  { parentId, kind, contact }: VerifiedContact,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('contacts')
    .select('organization_id')
    .where('parent_id', '=', parentId)
    .where('kind', '=', kind)
    .where('contact', '=', contact)
    .where('through_proxy', '=', 1)
    .executeTakeFirst();
  return found?.organization_id;
}

/**
 * Notes that a contact is verified, where look-ups find it.
 *
 * @param holder - `throughProxy`: by the auth proxy or by the contact's own holder: then no other sub-organization of the parent may
 *   have it in the same way.
 */
export async function addContact(
  db: Kysely<Tables>,
  { parentId, kind, contact }: VerifiedContact,
  holder: { organizationId: string; userId: string; throughProxy: boolean; language: string | null },
): Promise<void> {
  await db
    .insertInto('contacts')
    .values({
      parent_id: parentId,
      kind,
      contact,
      organization_id: holder.organizationId,
      user_id: holder.userId,
      through_proxy: holder.throughProxy ? 1 : 0,
      language: holder.language,
    })
    .execute();
}

/** Takes back that a contact of a user was verified. @returns the language in which it was proved, where that is known */
export async function removeContact(
  db: Kysely<Tables>,
  { parentId, kind, contact }: VerifiedContact,
  holder: { organizationId: string; userId: string },
): Promise<string | null> {
  const [removed] = await db
    .deleteFrom('contacts')
    .where('parent_id', '=', parentId)
    .where('kind', '=', kind)
    .where('contact', '=', contact)
    .where('organization_id', '=', holder.organizationId)
    .where('user_id', '=', holder.userId)
    .returning('language')
    .execute();
  return removed?.language ?? null;
}

/** The verified contacts that a user has, as look-ups find them; none in an organization without a parent. */
export function verifiedContactsOf(user: Row<'users'>): VerifiedContact[] {
  const { parent_id: parentId, email, email_verified, phone_number, phone_verified } = user;
  if (parentId === null) return [];
  return [
    ...(email !== null && email_verified ? [{ parentId, kind: 'EMAIL' as const, contact: email }] : []),
    ...(phone_number !== null && phone_verified
      ? [{ parentId, kind: 'PHONE_NUMBER' as const, contact: phone_number }]
      : []),
  ];
}

/** The contacts that a request gives a user, in canonical form. @throws {RefusedError} CONTACT_INVALID */
export function claimedContacts({ userEmail, userPhoneNumber }: Typed): { email?: string; phoneNumber?: string } {
  return {
    ...(userEmail && { email: canonicalEmail(userEmail) }),
    ...(userPhoneNumber && { phoneNumber: canonicalPhone(userPhoneNumber) }),
  };
}

type Typed = { readonly userEmail?: string | undefined; readonly userPhoneNumber?: string | undefined };
