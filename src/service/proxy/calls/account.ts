import { canonicalContact } from '../../../contract/contact.js';
import { listSuborgs } from '../../../contract/organizations.queries.js';
import type { proxyAccount } from '../../../contract/proxy.js';
import { refused } from '../../../contract/refusals.js';
import { linkedEmail } from '../../identity/authoritativeEmail.js';
import { identityOfClaims } from '../../identity/claims.js';
import { forwardQuery } from '../forward.js';
import { filterTypeOf, organizationsOf, organizationsWith, provedContact } from '../provedContact.js';
import { homesOf, homesOfPerson, provedIdentity } from '../provedIdentity.js';
import type { AnswerProxy } from '../proxyCall.js';

/** A contact or an identity is looked up only for someone who has proved it; a key or credential id cannot be guessed. */
export const answerAccount: AnswerProxy<typeof proxyAccount> = async (request, call) => {
  const { filterType, filterValue, verificationToken, oidcToken } = request;
  switch (filterType) {
    case 'EMAIL':
    case 'PHONE_NUMBER': {
      // A provider's claim of an e-mail address identifies nobody, unless the configuration trusts it.
      if (verificationToken === undefined && filterType === 'EMAIL' && oidcToken !== undefined) {
        const email = linkedEmail(call.settings, await provedIdentity(call, oidcToken));
        if (email === undefined || email !== canonicalContact('OTP_TYPE_EMAIL', filterValue)) return {};
        return found(await organizationsWith(call, { filterType, contact: email }));
      }
      if (verificationToken === undefined) throw refused('VERIFICATION_TOKEN_INVALID', { about: 'none was shown' });
      const claims = await provedContact(call, verificationToken);
      const contact = canonicalContact(filterType === 'EMAIL' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS', filterValue);
      if (filterTypeOf(claims) !== filterType || claims.contact !== contact)
        throw refused('VERIFICATION_TOKEN_INVALID');
      return found(await organizationsOf(call, claims));
    }
    case 'CREDENTIAL_ID':
    case 'PUBLIC_KEY': {
      const { organizationIds } = await forwardQuery(call, listSuborgs, {
        organizationId: call.configuration.organization_id,
        filterType,
        filterValue,
      });
      return found(organizationIds);
    }
    case 'OIDC_TOKEN':
      return found(await homesOfPerson(call, await provedIdentity(call, filterValue)));
    case 'OIDC_CLAIMS': {
      const claimed = identityOfClaims(filterValue, call);
      if (oidcToken === undefined) return {};
      const { issuer, subject } = await provedIdentity(call, oidcToken);
      return issuer === claimed.issuer && subject === claimed.subject ? found(await homesOf(call, claimed)) : {};
    }
    default:
      throw refused('FILTER_NOT_SUPPORTED');
  }
};

/** Several matches count as none. */
function found(organizationIds: readonly string[]): { organizationId?: string } {
  const [organizationId] = organizationIds;
  return organizationId === undefined || organizationIds.length > 1 ? {} : { organizationId };
}
