import { listSuborgs } from '../../contract/organizations.queries.js';
import { issuersIn } from '../configuration/oauth2Apps.js';
import type { ProviderIdentity } from '../coordinator/caller/providerLookup.js';
import { linkedEmail } from '../identity/authoritativeEmail.js';
import { type Identity, verifyIdToken } from '../identity/verifyIdToken.js';
import { forwardQuery } from './forward.js';
import { organizationsWith } from './provedContact.js';
import type { ProxyCall } from './proxyCall.js';

/**
 * Who an OIDC token proves somebody to be. The proxy verifies it itself: nobody is looked up, and nothing recorded, for a token that
 * no issuer of the configuration has issued.
 *
 * @throws {RefusedError} what is wrong with the token; PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 */
export const provedIdentity = (call: ProxyCall, token: string): Promise<Identity> =>
  verifyIdToken(call, issuersIn(call.configuration, call.settings), token, call.clock());

/**
 * Where somebody is at home: with that identity; or else, where the configuration links people so, with the verified e-mail address
 * that the token bears.
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
