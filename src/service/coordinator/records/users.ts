import type { Kysely } from 'kysely';
import type { ContactKind } from '../../../contract/contact.js';
import { refused } from '../../../contract/refusals.js';
import type { User } from '../../../contract/shapes.js';
import { timestampOf } from '../../../contract/timestamps.js';
import type { Row, Tables } from '../../store/schema.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import { isPasskey, writeAuthenticator } from './authenticators.js';
import { isKey, writeApiKey } from './credentials.js';
import { isProvider, writeOauthProvider } from './oauth.js';

/** A user as the wire has it, with its credentials. */
export async function readUser(db: Kysely<Tables>, user: Row<'users'>): Promise<User> {
  return writeUser(user, await credentialsOf(db, user));
}

/** Writes a user and their credentials as the wire has them. */
export function writeUser(user: Row<'users'>, credentials: readonly Row<'credentials'>[]): User {
  return {
    userId: user.user_id,
    userName: user.user_name,
    ...(user.email === null ? {} : { userEmail: user.email }),
    ...(user.phone_number === null ? {} : { userPhoneNumber: user.phone_number }),
    authenticators: credentials.filter(isPasskey).map(writeAuthenticator),
    apiKeys: credentials.filter(isKey).map(writeApiKey),
    userTags: tagsOf(user),
    oauthProviders: credentials.filter(isProvider).map(writeOauthProvider),
    mfaPolicies: [],
    createdAt: timestampOf(user.created_at_ms),
    updatedAt: timestampOf(user.updated_at_ms),
  };
}

/** A user by id, or `undefined`. */
export function findUser(
  db: Kysely<Tables>,
  organizationId: string,
  userId: string,
): Promise<Row<'users'> | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * A user who may be changed: the auth proxy's own is made and unmade with the auth proxy.
 *
 * @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED
 */
export async function findMember(db: Kysely<Tables>, organizationId: string, userId: string): Promise<Row<'users'>> {
  const user = await findUser(db, organizationId, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  checkMember(user);
  return user;
}

/** @throws {RefusedError} NOT_AUTHORIZED */
export function checkMember(user: Row<'users'>): void {
  if (user.is_proxy) throw refused('NOT_AUTHORIZED', { about: 'this user is the auth proxy: disable that instead' });
}

/** All users of an organization, oldest first: a hundred at most, beside the auth proxy's own. */
export function usersOf(db: Kysely<Tables>, organizationId: string): Promise<Row<'users'>[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at_ms')
    .orderBy('user_id')
    .execute();
}

/** Users with that contact, verified or not. */
export function usersNaming(
  db: Kysely<Tables>,
  organizationId: string,
  kind: ContactKind,
  contact: string,
): Promise<Row<'users'>[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(kind === 'EMAIL' ? 'email' : 'phone_number', '=', contact)
    .execute();
}

/** Writes columns of a user. */
export async function changeUser(
  db: Kysely<Tables>,
  { organization_id, user_id }: Pick<Row<'users'>, 'organization_id' | 'user_id'>,
  changed: Partial<Row<'users'>>,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...changed, updated_at_ms: nowMs })
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** @throws {RefusedError} NAME_TAKEN where another user of the organization has that name */
export async function checkUserName(
  db: Kysely<Tables>,
  organizationId: string,
  userName: string,
  userId = '',
): Promise<void> {
  const taken = await db
    .selectFrom('users')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_name', '=', userName)
    .executeTakeFirst();
  if (taken && taken.user_id !== userId) throw refused('NAME_TAKEN', { about: 'user name' });
}

/** The ids of a user's tags. */
export const tagsOf = ({ tag_ids }: Pick<Row<'users'>, 'tag_ids'>): string[] => JSON.parse(tag_ids);
