import type { Kysely } from 'kysely';
import type { OtpType } from '../../../contract/contact.js';
import type { Row, Tables } from '../../store/schema.js';

/** How filters and tables name a kind of contact. */
export type ContactKind = Row<'contacts'>['kind'];

export const contactKindOf = (otpType: OtpType): ContactKind =>
  otpType === 'OTP_TYPE_EMAIL' ? 'EMAIL' : 'PHONE_NUMBER';

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

/** Notes that a contact is verified, where look-ups find it. */
export async function addContact(
  db: Kysely<Tables>,
  { parentId, kind, contact }: VerifiedContact,
  holder: { organizationId: string; userId: string; throughProxy: boolean },
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
    })
    .execute();
}
