import { contactKindOf } from '../../../contract/contact.js';
import { refused } from '../../../contract/refusals.js';
import { TokenError } from '../../../crypto/jws.js';
import { readVerificationToken } from '../../../crypto/tokens.js';
import { type AttestedScheme, type AttestedStamp, readAttestedStamp } from '../../../stampers/attestedStamp.js';
import { issuersFor } from '../../configuration/oauth2Apps.js';
import { readTokenHere } from '../../configuration/shownToken.js';
import { identityOf, readIdToken } from '../../identity/idToken.js';
import { ownIdentity } from '../../identity/ownTokens.js';
import { checkRecent, isRequestedBy, verifyIdToken } from '../../identity/verifyIdToken.js';
import type { Tools } from '../../tools.js';
import type { KeptStamp, StampedWith } from './credentialStamp.js';
import { providerLookup } from './providerLookup.js';

/** A stamp by a key that a token names: the signature was verified, the token has yet to be. */
export type TokenStamp = AttestedStamp & { readonly stampedWith: StampedWith };

/**
 * Reads the header, and the identity that its token claims, which is not verified yet.
 *
 * @throws {StampError} STAMP_MALFORMED
 * @throws {RefusedError} what is wrong with the form of the token
 */
export async function readTokenStamp(header: string, publicUrl: string | undefined): Promise<TokenStamp> {
  const stamp = readAttestedStamp(header);
  const { scheme, publicKeyAttestation: token, publicKey } = stamp;
  if (scheme !== oidc) return { ...stamp, stampedWith: contactLookup(stamp) };
  const { claims } = readIdToken(token);
  const found = await providerLookup(claims.iss === publicUrl ? ownIdentity(claims) : identityOf(claims));
  return { ...stamp, stampedWith: { ...found, stampKey: publicKey } };
}

/**
 * Verifies an OIDC token by the issuers of the organization that is named; a verification token by the service's own key. The stamp by the
 * key that the token names was verified, so that its sender may learn that there is no such organization.
 *
 * @throws {RefusedError} ORGANIZATION_NOT_FOUND; what is wrong with the token; PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 */
export async function verifyTokenStamp(tools: Tools, organizationId: string, stamp: TokenStamp): Promise<KeptStamp> {
  const { publicKeyAttestation: token, publicKey, scheme, signature } = stamp;
  if (scheme !== oidc) return verifyContactStamp(tools, organizationId, stamp);
  const settings = await tools.store.read(async (db) => {
    const organization = await db
      .selectFrom('organizations')
      .select(['organization_id', 'parent_id'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    if (!organization) throw refused('ORGANIZATION_NOT_FOUND');
    return issuersFor(db, organization);
  });
  const nowMs = tools.clock();
  const identity = await verifyIdToken(tools, settings, token, nowMs);
  checkRecent(identity, nowMs);
  if (!(await isRequestedBy(identity, publicKey))) throw refused('OIDC_NONCE_MISMATCH');
  return { publicKey, scheme, signature };
}

const oidc: AttestedScheme = 'STAMP_ATTESTED_SCHEME_P256_OIDC';

/**
 * The contact that a verification token claims to prove, not verified yet.
 *
 * @throws {RefusedError} VERIFICATION_TOKEN_INVALID
 */
function contactLookup({ publicKeyAttestation: token, publicKey }: AttestedStamp): StampedWith {
  try {
    const { id: tokenId, contact, verification_type } = readVerificationToken(token);
    const kind = contactKindOf(verification_type);
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
async function verifyContactStamp(
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
