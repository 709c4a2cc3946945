import type { Kysely, Transaction } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import { unknownCaller } from '../../callers/caller.js';
import { userByContact } from '../../callers/contactStatements.js';
import type { StampedWith, TokenContact } from '../../callers/credentialStamp.js';
import { acceptInvitation } from './acceptInvitation.js';
import type { KeyHolder } from './requester.js';

type Stamped = StampedWith & { readonly organizationId: string; readonly contact: TokenContact };

/**
 * Whether a proved contact may submit at all, and whether the organization knows the bytes: the same as `checkKey` for keys. Invited
 * contacts may.
 *
 * @throws {RefusedError} as {@link unknownCaller}
 */
export async function checkContact(
  db: Kysely<Tables>,
  stamped: Stamped & { readonly fingerprint: string },
  nowMs: number,
): Promise<{ isKnown: boolean; holder: KeyHolder | undefined }> {
  const user = await userByContact(db, stamped.organizationId, stamped.contact);
  if (!user && !(await isInvited(db, stamped, nowMs))) throw await unknownCaller(db, stamped);
  const known = await db
    .selectFrom('activities')
    .select('activity_id')
    .where('organization_id', '=', stamped.organizationId)
    .where('fingerprint', '=', stamped.fingerprint)
    .executeTakeFirst();
  const holder = user && { ...user, home_id: stamped.organizationId };
  return { isKnown: known !== undefined, holder };
}

/** The sub-organization of a parent with a user of that verified contact. @throws {RefusedError} PUBLIC_KEY_AMBIGUOUS */
export async function organizationOfContact(
  db: Kysely<Tables>,
  { organizationId, contact: { kind, contact } }: Omit<Stamped, keyof StampedWith> & Pick<Stamped, 'contact'>,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('contacts')
    .select('organization_id')
    .where('parent_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('contact', '=', contact)
    .limit(2)
    .execute();
  if (found.length > 1) throw refused('PUBLIC_KEY_AMBIGUOUS');
  return found[0]?.organization_id;
}

/**
 * Makes the invited holder of the proved address a user, before the login. A token that was used accepts nothing.
 *
 * @returns whether somebody was.
 * @throws {RefusedError} SUSPENDED, LIMIT_REACHED, NAME_TAKEN, ALIAS_IN_POLICY
 */
export async function acceptByContact(
  tools: Tools,
  transaction: Transaction<Tables>,
  stamped: Stamped,
  nowMs: number,
): Promise<boolean> {
  const { organizationId, contact } = stamped;
  if (contact.kind !== 'EMAIL') return false;
  if (await userByContact(transaction, stamped.organizationId, stamped.contact)) return false;
  const organization = await transaction
    .selectFrom('organizations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const token = await transaction
    .selectFrom('verification_tokens')
    .select('ended_at_ms')
    .where('organization_id', '=', organization.parent_id ?? organizationId)
    .where('token_id', '=', contact.tokenId)
    .executeTakeFirst();
  if (token?.ended_at_ms !== null) return false;
  const user = await acceptInvitation(tools, transaction, organization, { email: contact.contact, nowMs });
  return user !== undefined;
}

async function isInvited(
  db: Kysely<Tables>,
  { organizationId, contact: { kind, contact } }: Stamped,
  nowMs: number,
): Promise<boolean> {
  if (kind !== 'EMAIL') return false;
  const invited = await db
    .selectFrom('invitations')
    .select('invitation_id')
    .where('organization_id', '=', organizationId)
    .where('receiver_user_email', '=', contact)
    .where('status', '=', 'PENDING')
    .where('expires_at_ms', '>', nowMs)
    .limit(1)
    .executeTakeFirst();
  return invited !== undefined;
}
