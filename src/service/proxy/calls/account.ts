import { canonicalContact } from '../../../contract/contact.js';
import { listSuborgs } from '../../../contract/organizations.queries.js';
import type { proxyAccount } from '../../../contract/proxy.js';
import { refused } from '../../../contract/refusals.js';
import { forwardQuery } from '../forward.js';
import { filterTypeOf, organizationsOf, provedContact } from '../provedContact.js';
import type { AnswerProxy } from '../proxyCall.js';

/** A contact is looked up only for someone who has proved it; a key or credential id cannot be guessed. */
export const answerAccount: AnswerProxy<typeof proxyAccount> = async (request, call) => {
  const { filterType, filterValue, verificationToken } = request;
  switch (filterType) {
    case 'EMAIL':
    case 'PHONE_NUMBER': {
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
    case 'OIDC_CLAIMS':
      throw refused('NOT_YET_SUPPORTED', { about: filterType });
    default:
      throw refused('FILTER_NOT_SUPPORTED');
  }
};

/** More than one match names nobody. */
function found(organizationIds: readonly string[]): { organizationId?: string } {
  const [organizationId] = organizationIds;
  return organizationId === undefined || organizationIds.length > 1 ? {} : { organizationId };
}
