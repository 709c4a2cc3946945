import type { Kysely } from 'kysely';
import type { OtpType } from '../../contract/contact.js';
import { refused } from '../../contract/refusals.js';
import type { Row, Tables } from '../store/schema.js';
import type { Tools } from '../tools.js';
import { genuineToken } from './genuineToken.js';
import { trustPublicKey } from './trustKeys.js';

/** An organization, and its parent. */
type Place = Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>;

/** What reading a token takes. */
export type TokenReading = { readonly tools: Tools; readonly db: Kysely<Tables>; readonly nowMs: number };

/** A token that was shown, and its record. */
export type ShownToken = Row<'verification_tokens'> & { readonly otp_type: OtpType };

/**
 * A verification token that this service issued under `issuer`, still within its time. Whether it was used is the caller's
 * question.
 *
 * @throws {RefusedError} VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED
 */
export async function readToken({ tools, db, nowMs }: TokenReading, issuer: Place, text: string): Promise<ShownToken> {
  const publicKey = await trustPublicKey(db, issuer, 'tls_fetcher_sign');
  const claims = await genuineToken(text, publicKey, tools.primitives.verifyP256);
  const token = await db
    .selectFrom('verification_tokens')
    .selectAll()
    .where('organization_id', '=', issuer.organization_id)
    .where('token_id', '=', claims.id)
    .executeTakeFirst();
  if (!token || claims.organization_id !== issuer.organization_id) throw refused('VERIFICATION_TOKEN_INVALID');
  if (token.expires_at_ms <= nowMs) throw refused('VERIFICATION_TOKEN_EXPIRED');
  return { ...token, otp_type: token.otp_type as OtpType };
}

/**
 * {@link readToken}, of a token that is shown in an organization: one issued under the parent serves its sub-organizations, one
 * issued under the organization itself serves it alone.
 *
 * @throws {RefusedError} as that does
 */
export const readTokenHere = (
  reading: TokenReading,
  { organization_id, parent_id }: Place,
  text: string,
): Promise<ShownToken> => readToken(reading, { organization_id: parent_id ?? organization_id, parent_id: null }, text);
