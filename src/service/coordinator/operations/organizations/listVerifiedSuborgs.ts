import { canonicalContact } from '../../../../contract/contact.js';
import type { listVerifiedSuborgs } from '../../../../contract/organizations.queries.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { pageOfIds } from './listSuborgs.js';

/** Looks verified contacts up; a contact that is claimed only is not found. */
export const answerListVerifiedSuborgs: AnswerQuery<typeof listVerifiedSuborgs> = async (request, { db }) => {
  const { organizationId, filterType, filterValue } = request;
  if ((filterType !== 'EMAIL' && filterType !== 'PHONE_NUMBER') || filterValue === undefined) {
    throw refused('FILTER_NOT_SUPPORTED');
  }
  const contact = canonicalContact(filterType === 'EMAIL' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS', filterValue);
  const ids = db
    .selectFrom('contacts')
    .select('organization_id')
    .distinct()
    .where('parent_id', '=', organizationId)
    .where('kind', '=', filterType)
    .where('contact', '=', contact);
  return pageOfIds(ids, request.paginationOptions);
};
