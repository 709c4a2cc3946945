import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { ApiKey, ApiKeyParams } from '../../../contract/shapes.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { checkEd25519Key } from '../../../crypto/ed25519.js';
import { fromHex } from '../../../crypto/hex.js';
import { KeyError } from '../../../crypto/keyError.js';
import { readPublicKey } from '../../../crypto/p256.js';
import { checkSecp256k1Key } from '../../../crypto/secp256k1.js';
import { limits } from '../../limits/limits.js';
import type { RequestWork } from '../../limits/requestWork.js';
import { inSlices } from '../../slices.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Organization } from '../callers/caller.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import { claimKey, disclaimKeys, type KeyProof } from '../callers/keyProof.js';

/** A key that a user is given. */
export type NewApiKey = ApiKeyParams &
  CameBy & {
    readonly kind: 'API_KEY' | 'SESSION_KEY';
    readonly credentialType: string;
    readonly proof: KeyProof;
    /** When the login was: of session keys. */
    readonly loginAtMs?: number;
  };

/** The login that a credential comes by, where it comes by one. */
export type CameBy = { readonly loginId: string | null };

/** Where a key goes, and when. */
export type CredentialHolder = {
  readonly organization: Pick<Organization, 'organization_id' | 'parent_id'>;
  readonly userId: string;
  readonly nowMs: number;
};

/**
 * Gives a user a key. Long-lived keys are refused from the eleventh on; of the expiring ones the expired, else the oldest, make
 * room: among those that were mailed and not used yet, and among all others.
 *
 * @param present - the user's credentials, where they have been read.
 * @returns the key's id.
 * @throws {RefusedError} PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, TOO_MANY_API_KEYS
 */
export async function addApiKey(
  tools: Pick<Tools, 'newTimedId'>,
  db: Kysely<Tables>,
  holder: CredentialHolder,
  key: NewApiKey,
  present?: readonly Row<'credentials'>[],
): Promise<string> {
  await checkKey(key);
  const { organization, userId, nowMs } = holder;
  const credentials =
    present ?? (await credentialsOf(db, { organization_id: organization.organization_id, user_id: userId }));
  await makeRoom(db, organization, credentials.filter(isKey), key, nowMs);
  return keepApiKey(tools, db, holder, key);
}

/**
 * Writes down a key that was looked at ({@link checkKey}), of a user who has room for it.
 *
 * @returns its id.
 * @throws {RefusedError} CREDENTIAL_CONFLICT
 */
export async function keepApiKey(
  tools: Pick<Tools, 'newTimedId'>,
  db: Kysely<Tables>,
  { organization, userId, nowMs }: CredentialHolder,
  key: NewApiKey,
): Promise<string> {
  const organizationId = organization.organization_id;
  const taken = await db
    .selectFrom('credentials')
    .select('credential_id')
    .where('organization_id', '=', organizationId)
    .where('lookup_key', '=', key.publicKey)
    .executeTakeFirst();
  if (taken) throw refused('CREDENTIAL_CONFLICT');
  const seconds = key.expirationSeconds === undefined ? null : Number(key.expirationSeconds);
  const credential = {
    kind: key.kind,
    lookup_key: key.publicKey,
    credential_name: key.apiKeyName,
    public_key: key.publicKey,
    credential_type: key.credentialType,
    curve_type: key.curveType,
    expiration_seconds: seconds,
    expires_at_ms: seconds === null ? null : nowMs + seconds * 1000,
    login_at_ms: key.loginAtMs ?? null,
    is_proved:
      key.proof === 'proved' ? (1 as const) : countsAtOnce(organization, key.proof) ? (2 as const) : (0 as const),
  };
  const holder = { organization, userId, loginId: key.loginId, nowMs };
  return keepCredential(tools, db, holder, { ...credential, proof: key.proof });
}

/** The differences between credentials of different kinds; omitted members are empty. */
export type NewCredential = Pick<
  Row<'credentials'>,
  'kind' | 'lookup_key' | 'credential_name' | 'public_key' | 'credential_type' | 'curve_type'
> &
  Partial<
    Pick<
      Row<'credentials'>,
      'passkey' | 'provider' | 'sign_count' | 'expiration_seconds' | 'expires_at_ms' | 'login_at_ms' | 'is_proved'
    >
  > & { readonly proof: KeyProof };

/** Writes a credential down, and the place that it leads to. @returns its id. */
export async function keepCredential(
  { newTimedId }: Pick<Tools, 'newTimedId'>,
  db: Kysely<Tables>,
  { organization, userId, loginId, nowMs }: CredentialHolder & CameBy,
  { proof, ...credential }: NewCredential,
): Promise<string> {
  const added: Row<'credentials'> = {
    passkey: null,
    provider: null,
    sign_count: null,
    expiration_seconds: null,
    expires_at_ms: null,
    login_at_ms: null,
    is_proved: 1,
    ...credential,
    organization_id: organization.organization_id,
    credential_id: newTimedId(nowMs),
    user_id: userId,
    login_id: loginId,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
  };
  await db.insertInto('credentials').values(added).execute();
  await claimKey(db, organization, added, proof);
  return added.credential_id;
}

/** Takes credentials away; their next stamp fails. */
export async function removeCredentials(
  db: Kysely<Tables>,
  organization: Pick<Organization, 'organization_id' | 'parent_id'>,
  credentials: readonly Row<'credentials'>[],
): Promise<void> {
  if (credentials.length === 0) return;
  const ids = credentials.map(({ credential_id }) => credential_id);
  await db
    .deleteFrom('credentials')
    .where('organization_id', '=', organization.organization_id)
    .where('credential_id', 'in', ids)
    .execute();
  const lookupKeys = credentials.map(({ lookup_key }) => lookup_key);
  await disclaimKeys(db, organization, lookupKeys);
}

/** The credentials of all users of an organization, oldest first. */
export function credentialsOfAll(db: Kysely<Tables>, organizationId: string): Promise<Row<'credentials'>[]> {
  return db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at_ms')
    .orderBy('credential_id')
    .execute();
}

/** Whether it is a key in its holder's hand, of a session or for good. */
export const isKey = ({ kind }: Pick<Row<'credentials'>, 'kind'>): boolean =>
  kind === 'API_KEY' || kind === 'SESSION_KEY';

/** What logins make. */
export const isSession = ({ kind }: Pick<Row<'credentials'>, 'kind'>): boolean =>
  kind === 'SESSION_KEY' || kind === 'READ_ONLY_SESSION';

/** A key as the wire has it. A session's login is its own affair: nearly every user has several, and every vote shows them all. */
export function writeApiKey(key: Row<'credentials'>): ApiKey {
  return {
    credential: { publicKey: key.public_key, type: key.credential_type },
    apiKeyId: key.credential_id,
    apiKeyName: key.credential_name,
    createdAt: timestampOf(key.created_at_ms),
    updatedAt: timestampOf(key.updated_at_ms),
    ...(key.expiration_seconds === null ? {} : { expirationSeconds: String(key.expiration_seconds) }),
    ...(key.login_id === null || key.kind === 'SESSION_KEY' ? {} : { loginId: key.login_id }),
  };
}

/** Looks at keys before the transaction that adds them, in slices: each takes a tenth of a millisecond. @throws {RefusedError} PUBLIC_KEY_INVALID */
export async function checkKeys(
  keys: readonly ApiKeyParams[],
  { chargeAll }: Pick<RequestWork, 'chargeAll'>,
): Promise<void> {
  await inSlices(keys, (key) => chargeAll(() => checkKey(key)));
}

/** Whether a user who is made with these keys has room for all of them. */
export function haveRoom(keys: readonly ApiKeyParams[]): boolean {
  const expiring = keys.filter(({ expirationSeconds }) => expirationSeconds !== undefined);
  return expiring.length <= limits.expiringKeys.most && keys.length - expiring.length <= limits.apiKeys.most;
}

/** The type that an API key of a curve has on the wire. @see docs/wire.md 2.12 */
export const apiKeyTypeOf = (curveType: ApiKeyParams['curveType']): string =>
  `CREDENTIAL_TYPE_API_KEY_${curveType.replace('API_KEY_CURVE_', '')}`;

/** @throws {RefusedError} PUBLIC_KEY_INVALID */
async function checkKey({ curveType, publicKey }: Pick<ApiKeyParams, 'curveType' | 'publicKey'>): Promise<void> {
  if (curveType === 'API_KEY_CURVE_P256') return checkPublicKey(publicKey);
  try {
    if (curveType === 'API_KEY_CURVE_ED25519') await checkEd25519Key(fromHex(publicKey));
    else await checkSecp256k1Key(fromHex(publicKey));
  } catch (error) {
    throw error instanceof KeyError ? refused('PUBLIC_KEY_INVALID', { cause: error }) : error;
  }
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
  organization: CredentialHolder['organization'],
  keys: readonly Row<'credentials'>[],
  key: NewApiKey,
  nowMs: number,
): Promise<void> {
  if (key.expirationSeconds === undefined) {
    if (keys.filter((held) => held.expires_at_ms === null).length >= limits.apiKeys.most)
      throw refused('TOO_MANY_API_KEYS');
    return;
  }
  const awaits = isUnusedMailedKey(key.credentialType, countsAtOnce(organization, key.proof));
  const isAlike = (held: Row<'credentials'>) =>
    isUnusedMailedKey(held.credential_type, held.is_proved !== 0) === awaits;
  const expiring = keys.filter((held) => held.expires_at_ms !== null && isAlike(held));
  if (expiring.length < limits.expiringKeys.most) return;
  await removeCredentials(db, organization, inTheWay(expiring, limits.expiringKeys.most, nowMs));
}

/** Those that leave for one more: all that have expired, and of the others, oldest first, as many as are too many. */
export function inTheWay(
  held: readonly Row<'credentials'>[],
  most: number,
  nowMs: number,
): readonly Row<'credentials'>[] {
  const hasExpired = ({ expires_at_ms }: Row<'credentials'>) => (expires_at_ms ?? 0) <= nowMs;
  const live = held.filter((each) => !hasExpired(each));
  return [...held.filter(hasExpired), ...live.slice(0, Math.max(0, live.length - most + 1))];
}

const countsAtOnce = ({ parent_id }: CredentialHolder['organization'], proof: KeyProof): boolean =>
  parent_id === null || proof === 'proved' || proof === 'parent';

/** A mailed key that has not stamped yet: anybody can request such a mail, so it must not end anybody's session. */
const isUnusedMailedKey = (credentialType: string, isProved: boolean): boolean =>
  !isProved && /^CREDENTIAL_TYPE_(EMAIL_AUTH|RECOVER_USER)_KEY_P256$/.test(credentialType);
