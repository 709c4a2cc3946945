import { refused } from '../../../contract/refusals.js';
import { TokenError } from '../../../crypto/jws.js';
import { readVerificationToken } from '../../../crypto/tokens.js';
import type { AttestedStamp } from '../../../stampers/attestedStamp.js';
import { readTokenHere } from '../../configuration/shownToken.js';
import type { Tools } from '../../tools.js';
import type { KeptStamp, StampedWith } from './credentialStamp.js';

/**
 * The contact that a verification token claims to prove, not verified yet.
 *
 * @throws {RefusedError} VERIFICATION_TOKEN_INVALID
 */
export function contactLookup({ publicKeyAttestation: token, publicKey }: AttestedStamp): StampedWith {
  try {
    const { id: tokenId, contact, verification_type } = readVerificationToken(token);
    const kind = verification_type === 'OTP_TYPE_EMAIL' ? 'EMAIL' : 'PHONE_NUMBER';
    return { lookupKey: '', curveType: 'CONTACT', stampKey: publicKey, contact: { kind, contact, tokenId } };
  } catch (error) {
    throw error instanceof TokenError ? refused('VERIFICATION_TOKEN_INVALID', { cause: error }) : error;
  }
}

/**
 * Verifies the token by the keys of the named organization, or its parent's: it must name the key that stamps. The execution checks whether
 * it was used, and uses it up.
 *
 * @throws {RefusedError} ORGANIZATION_NOT_FOUND, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED
 */
export async function verifyContactStamp(
  tools: Tools,
  organizationId: string,
  { publicKeyAttestation, publicKey, scheme, signature }: AttestedStamp,
): Promise<KeptStamp> {
  const token = await tools.store.read(async (db) => {
    const organization = await db
      .selectFrom('organizations')
      .select(['organization_id', 'parent_id'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    if (!organization) throw refused('ORGANIZATION_NOT_FOUND');
    return readTokenHere({ tools, db, nowMs: tools.clock() }, organization, publicKeyAttestation);
  });
  if (token.public_key !== publicKey) throw refused('VERIFICATION_TOKEN_INVALID', { about: 'it names another key' });
  return { publicKey, scheme, signature };
}
