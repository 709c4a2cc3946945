import { listSuborgs } from '../../contract/organizations.queries.js';
import { issuersIn } from '../configuration/oauth2Apps.js';
import type { ProviderIdentity } from '../coordinator/callers/providerLookup.js';
import { linkedEmail } from '../identity/authoritativeEmail.js';
import { type Identity, verifyIdToken } from '../identity/verifyIdToken.js';
import { forwardQuery } from './forward.js';
import { organizationsWith } from './provedContact.js';
import type { ProxyCall } from './proxyCall.js';

/**
 * The identity of an OIDC token. The proxy verifies it itself: a token of another issuer causes no look-up and no record.
 *
 * @throws {RefusedError} what is wrong with the token; PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 */
export const provedIdentity = (call: ProxyCall, token: string): Promise<Identity> =>
  verifyIdToken(call, issuersIn(call.configuration, call.settings), token, call.clock());

/**
 * The organizations of a person: with that identity; or else, if the configuration links people so, with the token's verified e-mail
 * address.
 */
export async function homesOfPerson(call: ProxyCall, identity: Identity): Promise<readonly string[]> {
  const homes = await homesOf(call, identity);
  const email = linkedEmail(call.settings, identity);
  if (homes.length > 0 || email === undefined) return homes;
  return organizationsWith(call, { filterType: 'EMAIL', contact: email });
}

/** The sub-organization with a user of that identity: one at most, in a list. */
export async function homesOf(
  call: ProxyCall,
  { issuer, subject, audience }: ProviderIdentity,
): Promise<readonly string[]> {
  const { organizationIds } = await forwardQuery(call, listSuborgs, {
    organizationId: call.configuration.organization_id,
    filterType: 'OIDC_CLAIMS',
    filterValue: JSON.stringify({ iss: issuer, sub: subject, aud: audience }),
  });
  return organizationIds;
}
