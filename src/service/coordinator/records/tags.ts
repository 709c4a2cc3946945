import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { Tag } from '../../../contract/shapes.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { limits } from '../../limits/limits.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Organization } from '../callers/caller.js';
import { changeUser, checkMember, tagsOf, usersOf } from './users.js';

/** All tags that users of an organization may have, oldest first: a hundred at most. */
export function userTagsOf(db: Kysely<Tables>, organizationId: string): Promise<Row<'user_tags'>[]> {
  return db
    .selectFrom('user_tags')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at_ms')
    .orderBy('user_tag_id')
    .execute();
}

/** A tag as the wire has it. */
export const writeUserTag = (tag: Row<'user_tags'>): Tag => ({
  tagId: tag.user_tag_id,
  tagName: tag.user_tag_name,
  tagType: 'TAG_TYPE_USER',
  createdAt: timestampOf(tag.created_at_ms),
  updatedAt: timestampOf(tag.updated_at_ms),
});

/** Tags that a user is to have, each once. @throws {RefusedError} TAG_NOT_FOUND */
export async function checkTags(
  db: Kysely<Tables>,
  organizationId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  if (tagIds.length === 0) return [];
  const known = new Set((await userTagsOf(db, organizationId)).map(({ user_tag_id }) => user_tag_id));
  if (tagIds.some((id) => !known.has(id))) throw refused('TAG_NOT_FOUND');
  return [...new Set(tagIds)];
}

/** Tags that some users get, and some lose. */
type Retagging = {
  readonly organizationId: string;
  readonly tagIds: readonly string[];
  readonly add: readonly string[];
  /** `everyone`: all users with the tag. */
  readonly remove: readonly string[] | 'everyone';
  readonly nowMs: number;
};

/**
 * Gives users tags, and takes them from others.
 *
 * @returns the ids of users whose tags have changed.
 * @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED
 */
export async function retag(db: Kysely<Tables>, retagging: Retagging): Promise<string[]> {
  const { organizationId, tagIds, add, remove, nowMs } = retagging;
  const users = await usersOf(db, organizationId);
  const named = new Map(users.map((user) => [user.user_id, user]));
  for (const userId of [...add, ...(remove === 'everyone' ? [] : remove)]) {
    const user = named.get(userId);
    if (!user) throw refused('USER_NOT_FOUND');
    checkMember(user);
  }
  const changed: string[] = [];
  for (const user of users) {
    const before = tagsOf(user);
    const loses = remove === 'everyone' || remove.includes(user.user_id);
    const gains = add.includes(user.user_id) && !loses ? tagIds : [];
    const after = [...new Set([...(loses ? before.filter((id) => !tagIds.includes(id)) : before), ...gains])];
    if (after.length === before.length) continue;
    await changeUser(db, user, { tag_ids: JSON.stringify(after) }, nowMs);
    changed.push(user.user_id);
  }
  return changed;
}

/** Creates a tag without users. @throws {RefusedError} NAME_TAKEN, LIMIT_REACHED */
export async function addUserTag(
  { newTimedId }: Pick<Tools, 'newTimedId'>,
  db: Kysely<Tables>,
  { organization_id, parent_id }: Pick<Organization, 'organization_id' | 'parent_id'>,
  { userTagName, nowMs }: { userTagName: string; nowMs: number },
): Promise<string> {
  const tags = await userTagsOf(db, organization_id);
  if (tags.some(({ user_tag_name }) => user_tag_name === userTagName))
    throw refused('NAME_TAKEN', { about: 'tag name' });
  const { most } = parent_id === null ? limits.userTags : limits.userTagsOfSubOrganization;
  if (tags.length >= most) throw refused('LIMIT_REACHED', { about: `${most} tags` });
  const user_tag_id = newTimedId(nowMs);
  const times = { created_at_ms: nowMs, updated_at_ms: nowMs };
  await db
    .insertInto('user_tags')
    .values({ organization_id, user_tag_id, user_tag_name: userTagName, ...times })
    .execute();
  return user_tag_id;
}
