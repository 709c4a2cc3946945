import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { ApiKeyParams } from '../../../contract/shapes.js';
import { KeyError } from '../../../crypto/keyError.js';
import { readPublicKey } from '../../../crypto/p256.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Row, Tables } from '../../store/schema.js';
import { newId, type Tools } from '../../tools.js';
import type { Organization } from '../pipeline/caller.js';
import { claimKey, disclaimKey, type KeyProof } from '../pipeline/keyProof.js';

/** Keys of one kind that a user may hold. @see Wire facts 9 */
const most = 10;

/** A key that a user is given. */
export type NewApiKey = ApiKeyParams & {
  readonly credentialType: string;
  readonly proof: KeyProof;
  /** The login that it comes by, where it comes by one. */
  readonly loginId: string | null;
  /** When that was: of session keys. */
  readonly loginAtMs?: number;
};

/** Where a key goes, and when. */
export type KeyHolder = {
  readonly organization: Pick<Organization, 'organization_id' | 'parent_id'>;
  readonly userId: string;
  readonly nowMs: number;
};

/**
 * Gives a user a key. Long-lived keys are refused from the eleventh on; of the expiring ones the expired, else the oldest,
 * make room.
 *
 * @returns the key's id.
 * @throws {RefusedError} PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, TOO_MANY_API_KEYS, NOT_YET_SUPPORTED
 */
export async function addApiKey(
  { random }: Pick<Tools, 'random'>,
  db: Kysely<Tables>,
  { organization, userId, nowMs }: KeyHolder,
  key: NewApiKey,
): Promise<string> {
  checkKey(key);
  const organizationId = organization.organization_id;
  const keys = await keysOf(db, { organization_id: organizationId, user_id: userId });
  await makeRoom(db, organization, keys, key, nowMs);
  const taken = await db
    .selectFrom('api_keys')
    .select('api_key_id')
    .where('organization_id', '=', organizationId)
    .where('public_key', '=', key.publicKey)
    .executeTakeFirst();
  if (taken) throw refused('CREDENTIAL_CONFLICT');
  const apiKeyId = newId(random);
  const seconds = key.expirationSeconds === undefined ? null : Number(key.expirationSeconds);
  const isProved = organization.parent_id === null || key.proof === 'proved' || key.proof === 'given by the parent';
  const added: Row<'api_keys'> = {
    organization_id: organizationId,
    api_key_id: apiKeyId,
    user_id: userId,
    api_key_name: key.apiKeyName,
    public_key: key.publicKey,
    credential_type: key.credentialType,
    curve_type: key.curveType,
    expiration_seconds: seconds,
    expires_at_ms: seconds === null ? null : nowMs + seconds * 1000,
    login_id: key.loginId,
    login_at_ms: key.loginAtMs ?? null,
    is_proved: isProved ? 1 : 0,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
  };
  await db.insertInto('api_keys').values(added).execute();
  await claimKey(db, organization, added, key.proof);
  return apiKeyId;
}

/** Takes keys away; their next stamp fails. */
export async function removeApiKeys(
  db: Kysely<Tables>,
  organization: Pick<Organization, 'organization_id' | 'parent_id'>,
  keys: readonly Row<'api_keys'>[],
): Promise<void> {
  for (const key of keys) {
    await db
      .deleteFrom('api_keys')
      .where('organization_id', '=', organization.organization_id)
      .where('api_key_id', '=', key.api_key_id)
      .execute();
    await disclaimKey(db, organization, key);
  }
}

/** A user's keys, oldest first. */
export const keysOf = prepared((db, value: ValueOf<Pick<Row<'api_keys'>, 'organization_id' | 'user_id'>>) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', value('organization_id'))
    .where('user_id', '=', value('user_id'))
    .orderBy('created_at_ms')
    .orderBy('api_key_id'),
);

function checkKey({ curveType, publicKey }: NewApiKey): void {
  if (curveType !== 'API_KEY_CURVE_P256') throw refused('NOT_YET_SUPPORTED', { about: curveType });
  checkPublicKey(publicKey);
}

/** @throws {RefusedError} PUBLIC_KEY_INVALID */
export function checkPublicKey(publicKey: string): void {
  try {
    readPublicKey(publicKey);
  } catch (error) {
    throw error instanceof KeyError ? refused('PUBLIC_KEY_INVALID', { cause: error }) : error;
  }
}

async function makeRoom(
  db: Kysely<Tables>,
  organization: KeyHolder['organization'],
  keys: readonly Row<'api_keys'>[],
  { expirationSeconds }: NewApiKey,
  nowMs: number,
): Promise<void> {
  if (expirationSeconds === undefined) {
    if (keys.filter((key) => key.expires_at_ms === null).length >= most) throw refused('TOO_MANY_API_KEYS');
    return;
  }
  const expiring = keys.filter((key) => key.expires_at_ms !== null);
  if (expiring.length < most) return;
  const expired = expiring.filter((key) => (key.expires_at_ms ?? 0) <= nowMs);
  const live = expiring.filter((key) => !expired.includes(key));
  await removeApiKeys(db, organization, [...expired, ...live.slice(0, Math.max(0, live.length - most + 1))]);
}
