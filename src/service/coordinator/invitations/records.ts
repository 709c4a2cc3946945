import type { Kysely } from 'kysely';
import type { Invitation, InvitationStatus } from '../../../contract/invitations.records.js';
import { refused } from '../../../contract/refusals.js';
import { timestampOf } from '../../../contract/timestamps.js';
import type { Row, Tables } from '../../store/schema.js';
import { newId, type Tools } from '../../tools.js';
import type { Organization } from '../caller/caller.js';

/** An invitation as the wire has it. */
export const writeInvitation = (stored: Row<'invitations'>): Invitation => ({
  invitationId: stored.invitation_id,
  receiverUserName: stored.receiver_user_name,
  receiverUserEmail: stored.receiver_user_email,
  receiverUserTags: JSON.parse(stored.receiver_tag_ids),
  accessType: stored.access_type,
  senderUserId: stored.sender_user_id,
  status: `INVITATION_STATUS_${stored.status}` satisfies InvitationStatus,
  ...(stored.accepted_user_id !== null && { userId: stored.accepted_user_id }),
  expiresAt: timestampOf(stored.expires_at_ms),
  createdAt: timestampOf(stored.created_at_ms),
  updatedAt: timestampOf(stored.updated_at_ms),
});

/** Users that an organization may have. @see Wire facts 9 */
const mostUsers = 100;

/**
 * Creates the user of the newest pending invitation for a verified e-mail address. The address is verified for that organization alone: no
 * look-up finds it.
 *
 * @param email - canonical.
 * @returns `undefined` if the address has no invitation.
 * @throws {RefusedError} LIMIT_REACHED, NAME_TAKEN
 */
export async function acceptInvitation(
  { random }: Pick<Tools, 'random'>,
  db: Kysely<Tables>,
  { organization_id, parent_id }: Pick<Organization, 'organization_id' | 'parent_id'>,
  { email, nowMs }: { readonly email: string; readonly nowMs: number },
): Promise<Row<'users'> | undefined> {
  const invited = await db
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('receiver_user_email', '=', email)
    .where('status', '=', 'PENDING')
    .where('expires_at_ms', '>', nowMs)
    .orderBy('invitation_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!invited) return undefined;
  const users = await db
    .selectFrom('users')
    .select('user_name')
    .where('organization_id', '=', organization_id)
    .limit(mostUsers)
    .execute();
  if (users.length >= mostUsers) throw refused('LIMIT_REACHED', { about: 'users' });
  const isTaken = users.some(({ user_name }) => user_name === invited.receiver_user_name);
  if (isTaken) throw refused('NAME_TAKEN', { about: 'user name' });
  const tags = await tagsStillThere(db, invited);
  const user = await db
    .insertInto('users')
    .values({
      organization_id,
      user_id: newId(random),
      parent_id,
      user_name: invited.receiver_user_name,
      email,
      email_verified: 1,
      phone_number: null,
      phone_verified: 0,
      is_root: 0,
      is_proxy: 0,
      tag_ids: JSON.stringify(tags),
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await endInvitation(db, invited, { status: 'ACCEPTED', accepted_user_id: user.user_id, updated_at_ms: nowMs });
  return user;
}

/** Those of an invitation's tags that were not deleted since. */
async function tagsStillThere(
  db: Kysely<Tables>,
  { organization_id, receiver_tag_ids }: Row<'invitations'>,
): Promise<string[]> {
  const ids: string[] = JSON.parse(receiver_tag_ids);
  if (ids.length === 0) return [];
  const tags = await db
    .selectFrom('user_tags')
    .select('user_tag_id')
    .where('organization_id', '=', organization_id)
    .where('user_tag_id', 'in', ids)
    .execute();
  return tags.map(({ user_tag_id }) => user_tag_id);
}

/** Records the outcome of an invitation. */
export async function endInvitation(
  db: Kysely<Tables>,
  { organization_id, invitation_id }: Pick<Row<'invitations'>, 'organization_id' | 'invitation_id'>,
  end: Pick<Row<'invitations'>, 'status' | 'updated_at_ms'> & Partial<Pick<Row<'invitations'>, 'accepted_user_id'>>,
): Promise<void> {
  await db
    .updateTable('invitations')
    .set(end)
    .where('organization_id', '=', organization_id)
    .where('invitation_id', '=', invitation_id)
    .execute();
}
