import type { Kysely } from 'kysely';
import type { Bytes } from '../../crypto/bytes.js';
import type { Row, Tables } from '../store/schema.js';
import { sealedColumns, sealedPlace } from '../store/sealedColumns.js';
import { newTimedId, type Tools } from '../tools.js';
import { makeKeyPair } from './trustKeys.js';

/** The key is the service's own, whichever organization a token is for. */
const ofTheService = '';

/** A key that signs ID tokens, not yet kept. `publicKey`: compressed hex. */
export type FreshIdTokenKey = {
  readonly keyId: string;
  readonly publicKey: string;
  readonly sealed: Bytes;
  readonly nowMs: number;
};

/** Makes a key that may be needed. */
export async function freshIdTokenKey(tools: Tools, nowMs: number): Promise<FreshIdTokenKey> {
  const keyId = newTimedId(tools.random, nowMs);
  const place = sealedPlace(sealedColumns.idTokenKey, ofTheService, keyId);
  return { keyId, nowMs, ...(await makeKeyPair(tools, (secret) => tools.sealer.seal(place, secret))) };
}

/** Keeps it, unless there is one. */
export async function keepIdTokenKey(
  db: Kysely<Tables>,
  { keyId, publicKey, sealed, nowMs }: FreshIdTokenKey,
): Promise<void> {
  if ((await idTokenKeys(db)).length > 0) return;
  await db
    .insertInto('id_token_keys')
    .values({
      organization_id: ofTheService,
      key_id: keyId,
      public_key: publicKey,
      sealed_key: sealed,
      created_at_ms: nowMs,
    })
    .execute();
}

/** Oldest first: their ids are in the order of time. */
export const idTokenKeys = (db: Kysely<Tables>): Promise<Row<'id_token_keys'>[]> =>
  db.selectFrom('id_token_keys').selectAll().where('organization_id', '=', ofTheService).orderBy('key_id').execute();
