import type { Kysely, Transaction } from 'kysely';
import { utf8 } from '../../../crypto/bytes.js';
import { sha256 } from '../../../crypto/digest.js';
import { toHex } from '../../../crypto/hex.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Organization } from '../callers/caller.js';
import type { Execution } from '../engine/handlers/handler.js';

// After a lost connection a person presents the same token again: it creates one sub-organization, and one session per key.

/** What a token was used for, with which key, as it is written down: nothing of the token itself. */
export async function hashOfUse(use: 'login' | 'signup', publicKey: string, oidcToken: string): Promise<string> {
  return toHex(await sha256(utf8(JSON.stringify([use, publicKey, oidcToken]))));
}

/** That use of a token, if it was used so in the organization. */
export function usedBefore(
  db: Kysely<Tables>,
  { organization_id }: Pick<Organization, 'organization_id'>,
  { use, nowMs }: { readonly use: string; readonly nowMs: number },
): Promise<Row<'oidc_token_uses'> | undefined> {
  return db
    .selectFrom('oidc_token_uses')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('use_hash', '=', use)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst();
}

/** Writes down that a token was used by this activity, while it may come again. */
export async function keepUse(
  { transaction, organization, activityId }: Execution,
  { use, answer, expiresAtMs }: { readonly use: string; readonly answer: string | null; readonly expiresAtMs: number },
): Promise<void> {
  const kept = { activity_id: activityId, answer, expires_at_ms: expiresAtMs + skewMs };
  await insertUse(transaction, { organization_id: organization.organization_id, use_hash: use, ...kept });
}

const insertUse = (transaction: Transaction<Tables>, { organization_id, use_hash, ...kept }: Row<'oidc_token_uses'>) =>
  transaction
    .insertInto('oidc_token_uses')
    .values({ organization_id, use_hash, ...kept })
    .onConflict((conflict) => conflict.columns(['organization_id', 'use_hash']).doUpdateSet(kept))
    .execute();

/** For as long as a token is taken after its end. */
const skewMs = 60_000;
