import type { Kysely, Transaction } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import { toBase64Url } from '../../../crypto/base64url.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { fromHex } from '../../../crypto/hex.js';
import { type AssertionAnswer, checkAssertion } from '../../../crypto/webauthn/assertion.js';
import { WebauthnError } from '../../../crypto/webauthn/webauthnError.js';
import { readWebauthnStamp, webauthnChallenge } from '../../../stampers/webauthnStamp.js';
import { checkSite, rulesFor } from '../../configuration/passkeyRules.js';
import type { Row, Tables } from '../../store/schema.js';
import type { PasskeyRecord } from '../../store/tables/credentials.js';
import type { Tools } from '../../tools.js';
import type { KeptStamp, StampedWith } from './credentialStamp.js';

/** A passkey's stamp as it was received. */
export type PasskeyStamp = {
  /** Base64url. */
  readonly credentialId: string;
  readonly assertion: AssertionAnswer;
  /** What it has to answer. */
  readonly challenge: string;
  /** The header, as votes keep it. */
  readonly header: string;
};

/** Which passkey was used, and its signature counter. */
export type PasskeyUse = {
  readonly organization_id: string;
  readonly credential_id: string;
  readonly signCount: number;
};

/** What a passkey's row is found by. Its curve is part of its public key, which is written as COSE. */
export const passkeyLookup = (credentialId: string): StampedWith => ({
  lookupKey: `passkey/${credentialId}`,
  curveType,
});

const curveType = 'COSE';

/** Whether that is what a passkey's row is found by. */
export const isPasskeyLookup = (stamped: StampedWith): boolean => stamped.curveType === curveType;

/** Reads the header. @throws {StampError} STAMP_MALFORMED */
export async function readPasskeyStamp(header: string, body: Bytes): Promise<PasskeyStamp> {
  const { credentialId, ...assertion } = readWebauthnStamp(header);
  return { credentialId: toBase64Url(credentialId), assertion, challenge: await webauthnChallenge(body), header };
}

/**
 * Verifies a passkey's stamp with the public key that was registered in the organization, or in its parent, by the rules of the
 * configuration that holds there.
 *
 * @throws {RefusedError} CREDENTIAL_NOT_FOUND, STAMP_INVALID
 */
export async function verifyPasskey(
  tools: Pick<Tools, 'dashboardUrl'>,
  db: Kysely<Tables>,
  organizationId: string,
  { credentialId, assertion, challenge, header }: PasskeyStamp,
): Promise<{ stamp: KeptStamp; used: PasskeyUse }> {
  const passkey = await findPasskey(db, organizationId, credentialId);
  if (!passkey?.passkey) throw refused('CREDENTIAL_NOT_FOUND');
  const { rpId, backupEligible } = JSON.parse(passkey.passkey) as PasskeyRecord;
  const publicKey = fromHex(passkey.public_key);
  const known = { publicKey, rpId, backupEligible };
  const { organization_id, credential_id } = passkey;
  const rules = await rulesFor(tools, db, passkey);
  try {
    const { signCount, origin } = await checkAssertion(assertion, known, { ...rules, challenge });
    checkSite(rules, { origin, rpId });
    const stamp = { publicKey: toBase64Url(publicKey), scheme: 'SIGNATURE_SCHEME_TK_WEBAUTHN', signature: header };
    return { stamp, used: { organization_id, credential_id, signCount } };
  } catch (error) {
    if (!(error instanceof WebauthnError)) throw error;
    throw refused('STAMP_INVALID', { about: `${error.code}: ${error.message}`, cause: error });
  }
}

/**
 * Notes how often a passkey has signed. One that has not signed more often than before exists twice, unless it does not count.
 *
 * @throws {RefusedError} PASSKEY_CLONED
 */
export async function countPasskeyUse(transaction: Transaction<Tables>, used: PasskeyUse): Promise<void> {
  const { organization_id, credential_id, signCount } = used;
  const counted = await transaction
    .updateTable('credentials')
    .set({ sign_count: signCount })
    .where('organization_id', '=', organization_id)
    .where('credential_id', '=', credential_id)
    .where('sign_count', signCount === 0 ? '=' : '<', signCount)
    .returning('credential_id')
    .execute();
  if (counted.length === 0) throw refused('PASSKEY_CLONED');
}

/** In the organization itself, or else in its parent. */
async function findPasskey(
  db: Kysely<Tables>,
  organizationId: string,
  credentialId: string,
): Promise<(Row<'credentials'> & { readonly parent_id: string | null }) | undefined> {
  const organization = await db
    .selectFrom('organizations')
    .select(['organization_id', 'parent_id'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!organization) return undefined;
  const { parent_id } = organization;
  const { lookupKey, curveType } = passkeyLookup(credentialId);
  const found = await db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', 'in', [organizationId, parent_id ?? organizationId])
    .where('lookup_key', '=', lookupKey)
    .where('curve_type', '=', curveType)
    .execute();
  const own = found.find(({ organization_id }) => organization_id === organizationId);
  if (own) return { ...own, parent_id };
  return found[0] && { ...found[0], parent_id: null };
}
