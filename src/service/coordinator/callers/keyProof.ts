import type { Kysely, Transaction } from 'kysely';
import type { NewRow, Row, Tables } from '../../store/schema.js';
import type { Caller, Organization } from './caller.js';

/**
 * Since when a key leads to the sub-organization that has it, for look-ups and for stamps that name the parent. Anybody can register
 * anybody's public key, so that a claim takes effect only with a stamp that names that very organization, by which the key's holder agrees.
 * `alone`: until then it is the organization's only credential.
 */
export type KeyProof = 'parent' | 'proved' | 'unproved' | 'unproved, alone';

type Where = Pick<Organization, 'organization_id' | 'parent_id'>;
type Claimed = Pick<Row<'credentials'>, 'user_id' | 'lookup_key' | 'created_at_ms' | 'expires_at_ms'>;

/** Writes down where a new key of a sub-organization leads, as far as it does already. */
export async function claimKey(
  db: Kysely<Tables>,
  { organization_id, parent_id }: Where,
  { user_id, lookup_key, created_at_ms, expires_at_ms }: Claimed,
  proof: KeyProof,
): Promise<void> {
  if (parent_id === null || proof === 'unproved') return;
  if (proof === 'unproved, alone') {
    const claim = { parent_id, public_key: lookup_key, created_at_ms, organization_id, expires_at_ms };
    await db.insertInto('unproved_keys').values(claim).execute();
  } else {
    await lead(db, { parent_id, lookup_key, organization_id, user_id });
  }
}

/** Look-ups find it from now on. */
async function lead(db: Kysely<Tables>, way: NewRow<'credential_index'>): Promise<void> {
  await db.insertInto('credential_index').values(way).execute();
}

/** Takes back where keys led. */
export async function disclaimKeys(
  db: Kysely<Tables>,
  { organization_id, parent_id }: Where,
  lookupKeys: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('credential_index')
    .where('parent_id', '=', parent_id ?? '')
    .where('lookup_key', 'in', lookupKeys)
    .where('organization_id', '=', organization_id)
    .execute();
  await db
    .deleteFrom('unproved_keys')
    .where('parent_id', '=', parent_id ?? '')
    .where('public_key', 'in', lookupKeys)
    .where('organization_id', '=', organization_id)
    .execute();
}

/** Whether the caller's key has yet to be proved. It comes with the caller, so that a proved one costs nothing. */
export const isUnproved = ({ credential }: Caller): boolean => credential?.isProved === false;

/**
 * Notes that the key of a valid stamp which names this organization leads here, and so do the identities whose tokens name it. What others
 * claim of it stays as it is.
 */
export async function proveKey(
  transaction: Transaction<Tables>,
  { organization_id, parent_id }: Where,
  { user, credential }: Caller,
): Promise<void> {
  if (!credential || credential.isProved) return;
  const proved = await transaction
    .updateTable('credentials')
    .set({ is_proved: 1 })
    .where('organization_id', '=', organization_id)
    .where('credential_id', '=', credential.id)
    .where('is_proved', '=', 0)
    .returning('lookup_key')
    .execute();
  for (const { lookup_key } of proved) {
    if (parent_id !== null) {
      await disclaimKeys(transaction, { organization_id, parent_id }, [lookup_key]);
      await lead(transaction, { parent_id, lookup_key, organization_id, user_id: user.user_id });
    }
    await proveIdentities(transaction, { organization_id, parent_id }, { user_id: user.user_id, lookup_key });
  }
}

/** What an identity is found by while it waits for the first stamp of the key that its token names: by nobody who logs in. */
export const waitingLookupKey = (publicKey: string, lookupKey: string): string => `awaits/${publicKey}/${lookupKey}`;

/** The identities that waited for a key log in and are found from now on; one that is somebody else's by now is dropped. */
async function proveIdentities(
  transaction: Transaction<Tables>,
  { organization_id, parent_id }: Where,
  { user_id, lookup_key: publicKey }: Pick<Claimed, 'user_id' | 'lookup_key'>,
): Promise<void> {
  const waiting = await transaction
    .selectFrom('credentials')
    .select(['credential_id', 'lookup_key', 'public_key'])
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'OAUTH_PROVIDER')
    .where('is_proved', '=', 0)
    .execute();
  for (const { credential_id, lookup_key: held, public_key: lookup_key } of waiting) {
    if (held !== waitingLookupKey(publicKey, lookup_key)) continue;
    if (await isTaken(transaction, { organization_id, parent_id }, lookup_key)) {
      await transaction
        .deleteFrom('credentials')
        .where('organization_id', '=', organization_id)
        .where('credential_id', '=', credential_id)
        .execute();
      continue;
    }
    await transaction
      .updateTable('credentials')
      .set({ lookup_key, is_proved: 1 })
      .where('organization_id', '=', organization_id)
      .where('credential_id', '=', credential_id)
      .execute();
    if (parent_id !== null) await lead(transaction, { parent_id, lookup_key, organization_id, user_id });
  }
}

/** Whether a credential of that name is there: in the organization, or in any sub-organization of its parent. */
export async function isTaken(
  db: Kysely<Tables>,
  { organization_id, parent_id }: Where,
  lookupKey: string,
): Promise<boolean> {
  const own = await db
    .selectFrom('credentials')
    .select('credential_id')
    .where('organization_id', '=', organization_id)
    .where('lookup_key', '=', lookupKey)
    .executeTakeFirst();
  if (own || parent_id === null) return own !== undefined;
  const elsewhere = await db
    .selectFrom('credential_index')
    .select('organization_id')
    .where('parent_id', '=', parent_id)
    .where('lookup_key', '=', lookupKey)
    .executeTakeFirst();
  return elsewhere !== undefined;
}
