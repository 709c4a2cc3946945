import { type ContactKind, contactKindOf } from '../../contract/contact.js';
import { listVerifiedSuborgs } from '../../contract/organizations.queries.js';
import { refused } from '../../contract/refusals.js';
import type { VerificationClaims } from '../../crypto/tokens.js';
import { genuineToken } from '../configuration/genuineToken.js';
import { forwardQuery } from './forward.js';
import type { ProxyCall } from './proxyCall.js';

/**
 * The claims of a verification token. The proxy verifies it itself, by the public key in the configuration: a foreign token causes no
 * look-up. One without a key is accepted only if the configuration allows it.
 *
 * @throws {RefusedError} VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED
 */
export async function provedContact(
  { configuration, settings, primitives, clock }: ProxyCall,
  token: string,
): Promise<VerificationClaims> {
  const claims = await genuineToken(token, configuration.verification_public_key, primitives.verifyP256);
  if (claims.organization_id !== configuration.organization_id) throw refused('VERIFICATION_TOKEN_INVALID');
  if (claims.public_key === undefined && !settings.tokenWithoutKeyAllowed) {
    throw refused('VERIFICATION_TOKEN_INVALID', { about: 'it names no key' });
  }
  if (Number(claims.exp) <= clock()) throw refused('VERIFICATION_TOKEN_EXPIRED');
  return claims;
}

/** How filters name the contact of a token. */
export const filterTypeOf = (claims: VerificationClaims): ContactKind => contactKindOf(claims.verification_type);

/** The sub-organizations where the proved contact is a user's verified one. */
export const organizationsOf = (call: ProxyCall, claims: VerificationClaims): Promise<readonly string[]> =>
  organizationsWith(call, { filterType: filterTypeOf(claims), contact: claims.contact });

/** The sub-organizations where a contact is a user's verified one. */
export async function organizationsWith(
  call: ProxyCall,
  { filterType, contact }: { filterType: ContactKind; contact: string },
): Promise<readonly string[]> {
  const { organizationIds } = await forwardQuery(call, listVerifiedSuborgs, {
    organizationId: call.configuration.organization_id,
    filterType,
    filterValue: contact,
    paginationOptions: { limit: '100' },
  });
  return organizationIds;
}
