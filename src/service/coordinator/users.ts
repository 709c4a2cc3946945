import type { Kysely } from 'kysely';
import type { ApiKey, User } from '../../contract/shapes.js';
import type { Row, Tables } from '../store/schema.js';
import { keysOf } from './apiKeys.js';
import { timestampOf } from './timestamps.js';

/** A user as the wire has it, with its keys. */
export async function readUser(db: Kysely<Tables>, user: Row<'users'>): Promise<User> {
  const apiKeys = await keysOf(db, user);
  return {
    userId: user.user_id,
    userName: user.user_name,
    ...(user.email === null ? {} : { userEmail: user.email }),
    ...(user.phone_number === null ? {} : { userPhoneNumber: user.phone_number }),
    authenticators: [],
    apiKeys: apiKeys.map(writeApiKey),
    userTags: [],
    oauthProviders: [],
    mfaPolicies: [],
    createdAt: timestampOf(user.created_at_ms),
    updatedAt: timestampOf(user.updated_at_ms),
  };
}

function writeApiKey(key: Row<'api_keys'>): ApiKey {
  return {
    credential: { publicKey: key.public_key, type: key.credential_type },
    apiKeyId: key.api_key_id,
    apiKeyName: key.api_key_name,
    createdAt: timestampOf(key.created_at_ms),
    updatedAt: timestampOf(key.updated_at_ms),
    ...(key.expiration_seconds === null ? {} : { expirationSeconds: String(key.expiration_seconds) }),
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
