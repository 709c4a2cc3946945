import type { Kysely } from 'kysely';
import { isSessionKey } from '../../../contract/sessionKeys.js';
import type { ApiKey, User } from '../../../contract/shapes.js';
import type { Row, Tables } from '../../store/schema.js';
import { keysOf } from '../credentials/records.js';
import { timestampOf } from '../pipeline/timestamps.js';

/** A user as the wire has it, with its keys. */
export async function readUser(db: Kysely<Tables>, user: Row<'users'>): Promise<User> {
  return writeUser(user, await keysOf(db, user));
}

/** The columns of a key that the wire shows. */
export type ShownKey = Omit<
  Row<'api_keys'>,
  'organization_id' | 'user_id' | 'curve_type' | 'expires_at_ms' | 'login_at_ms' | 'is_proved'
>;

/** Writes a user and their keys as the wire has them. */
export function writeUser(user: Row<'users'>, keys: readonly ShownKey[]): User {
  return {
    userId: user.user_id,
    userName: user.user_name,
    ...(user.email === null ? {} : { userEmail: user.email }),
    ...(user.phone_number === null ? {} : { userPhoneNumber: user.phone_number }),
    authenticators: [],
    apiKeys: keys.map(writeApiKey),
    userTags: [],
    oauthProviders: [],
    mfaPolicies: [],
    createdAt: timestampOf(user.created_at_ms),
    updatedAt: timestampOf(user.updated_at_ms),
  };
}

/** A session key's login is its own affair: nearly every user has several, and every vote shows them all. */
function writeApiKey(key: ShownKey): ApiKey {
  return {
    credential: { publicKey: key.public_key, type: key.credential_type },
    apiKeyId: key.api_key_id,
    apiKeyName: key.api_key_name,
    createdAt: timestampOf(key.created_at_ms),
    updatedAt: timestampOf(key.updated_at_ms),
    ...(key.expiration_seconds === null ? {} : { expirationSeconds: String(key.expiration_seconds) }),
    ...(key.login_id === null || isSessionKey(key.credential_type) ? {} : { loginId: key.login_id }),
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
