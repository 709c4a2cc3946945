import type { OtpType } from '../../../contract/contact.js';
import { refused } from '../../../contract/refusals.js';
import type { Row } from '../../store/schema.js';
import { usersWith } from '../caller/contactStatements.js';
import { isTopLevelRoot } from '../organizations/records.js';
import type { Execution } from '../pipeline/execution.js';
import { contactKindOf, usersNaming } from '../users/records.js';
import { isOfSubOrganization } from './mailLook.js';

/**
 * The one user with a contact, verified or not: the message proves it. A caller from within a sub-organization, which anybody can create,
 * reaches verified contacts only.
 *
 * @throws {RefusedError} USER_NOT_FOUND
 */
export async function userWithContact(execution: Execution, otpType: OtpType, contact: string): Promise<Row<'users'>> {
  const { transaction, organization } = execution;
  const find = isOfSubOrganization(execution) ? usersWith : usersNaming;
  const found = await find(transaction, organization.organization_id, contactKindOf(otpType), contact);
  const [user, ...others] = found;
  if (!user || others.length > 0 || isTopLevelRoot(organization, user))
    throw refused('USER_NOT_FOUND', { about: 'not exactly one has that contact' });
  return user;
}
