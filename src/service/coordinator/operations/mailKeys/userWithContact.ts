import type { OtpType } from '../../../../contract/contact.js';
import { refused } from '../../../../contract/refusals.js';
import type { Row } from '../../../store/schema.js';
import type { Execution } from '../../engine/handler.js';
import { isTopLevelRoot } from '../../records/organizations.js';
import { contactKindOf, usersNaming } from '../../records/users.js';
import { isOfSubOrganization } from './mailLook.js';

/**
 * The user with a contact: the one for whom it is verified; else the one root user who claims it; else the one user who does, since the
 * message proves it. So nobody takes a root user's mail by claiming the same contact. A caller from within a sub-organization, which
 * anybody can create, reaches verified contacts only.
 *
 * @throws {RefusedError} USER_NOT_FOUND, also where two have equal claims
 */
export async function userWithContact(execution: Execution, otpType: OtpType, contact: string): Promise<Row<'users'>> {
  const { transaction, organization } = execution;
  const kind = contactKindOf(otpType);
  const naming = await usersNaming(transaction, organization.organization_id, kind, contact);
  const verified = naming.filter((user) => user[flagOf[kind]] === 1);
  const roots = naming.filter(({ is_root }) => is_root === 1);
  const claiming = roots.length > 0 ? roots : naming;
  const found = verified.length > 0 || isOfSubOrganization(execution) ? verified : claiming;
  const [user, ...others] = found;
  if (!user || others.length > 0 || isTopLevelRoot(organization, user))
    throw refused('USER_NOT_FOUND', { about: 'not exactly one has that contact' });
  return user;
}

const flagOf = { EMAIL: 'email_verified', PHONE_NUMBER: 'phone_verified' } as const;
