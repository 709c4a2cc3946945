import type { Kysely } from 'kysely';
import type { User } from '../../../contract/shapes.js';
import { timestampOf } from '../../../contract/timestamps.js';
import type { Row, Tables } from '../../store/schema.js';
import { isPasskey, writeAuthenticator } from '../authenticators/records.js';
import type { ShownCredential } from '../caller/caller.js';
import { credentialsOf, isKey, writeApiKey } from '../credentials/records.js';

/** A user as the wire has it, with its credentials. */
export async function readUser(db: Kysely<Tables>, user: Row<'users'>): Promise<User> {
  return writeUser(user, await credentialsOf(db, user));
}

/** Writes a user and their credentials as the wire has them. */
export function writeUser(user: Row<'users'>, credentials: readonly ShownCredential[]): User {
  return {
    userId: user.user_id,
    userName: user.user_name,
    ...(user.email === null ? {} : { userEmail: user.email }),
    ...(user.phone_number === null ? {} : { userPhoneNumber: user.phone_number }),
    authenticators: credentials.filter(isPasskey).map(writeAuthenticator),
    apiKeys: credentials.filter(isKey).map(writeApiKey),
    userTags: [],
    oauthProviders: [],
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
