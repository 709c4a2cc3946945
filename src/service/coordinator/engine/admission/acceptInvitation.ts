import type { Kysely } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import { limits } from '../../../limits/limits.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import type { Organization } from '../../callers/caller.js';
import { namesAlias } from '../../policy/alias.js';
import { policiesOf } from '../../policy/organizationPolicies.js';
import { endInvitation } from '../../records/invitations.js';
import { checkNotSuspended } from './suspension.js';

/**
 * Creates the user of the newest pending invitation for a verified e-mail address. The address is verified for that organization alone: no
 * look-up finds it. A root user's own address makes nobody else a user: that user's mail would go there from then on.
 *
 * @param email - canonical.
 * @returns `undefined` if the address has no invitation.
 * @throws {RefusedError} SUSPENDED, LIMIT_REACHED, NAME_TAKEN, ALIAS_IN_POLICY
 */
export async function acceptInvitation(
  { newTimedId, work }: Pick<Tools, 'newTimedId' | 'work'>,
  db: Kysely<Tables>,
  organization: Pick<
    Organization,
    'organization_id' | 'parent_id' | 'policies_revision' | 'suspended_at_ms' | 'suspending_until_ms'
  >,
  { email, nowMs }: { readonly email: string; readonly nowMs: number },
): Promise<Row<'users'> | undefined> {
  const { organization_id, parent_id } = organization;
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
  await checkNotSuspended(db, organization, nowMs);
  const users = await db
    .selectFrom('users')
    .select(['user_name', 'email', 'is_root'])
    .where('organization_id', '=', organization_id)
    .limit(limits.users.most)
    .execute();
  if (users.some((user) => user.is_root === 1 && user.email === email)) return undefined;
  if (users.length >= limits.users.most) throw refused('LIMIT_REACHED', { about: 'users' });
  const userName = await nameOf(db, organization, invited, work);
  const isTaken = users.some(({ user_name }) => user_name === userName);
  if (isTaken) throw refused('NAME_TAKEN', { about: 'user name' });
  const tags = await tagsStillThere(db, invited);
  const user = await db
    .insertInto('users')
    .values({
      organization_id,
      user_id: newTimedId(nowMs),
      parent_id,
      user_name: userName,
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

/** The invited name; where policies go by names that the root quorum did not give, the address. @throws {RefusedError} ALIAS_IN_POLICY */
async function nameOf(
  db: Kysely<Tables>,
  organization: Pick<Organization, 'organization_id' | 'policies_revision'>,
  invited: Row<'invitations'>,
  work: Tools['work'],
): Promise<string> {
  if (invited.by_root_quorum === 1) return invited.receiver_user_name;
  const reading = (await policiesOf(db, organization, work)).filter(({ readsAlias }) => readsAlias);
  if (reading.length === 0) return invited.receiver_user_name;
  const address = invited.receiver_user_email;
  if (reading.some((policy) => namesAlias(policy, address))) throw refused('ALIAS_IN_POLICY');
  return address;
}
