import { refused } from '../../../../contract/refusals.js';
import type { getUser } from '../../../../contract/users.queries.js';
import type { Row } from '../../../store/schema.js';
import type { AnswerQuery } from '../../engine/handler.js';
import type { ContactKind } from '../../records/contacts.js';
import { findUser, readUser } from '../../records/users.js';

/** A foreign and an absent user are both not found. */
export const answerGetUser: AnswerQuery<typeof getUser> = async ({ organizationId, userId }, { db }) => {
  const user = await findUser(db, organizationId, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  return { user: await readUser(db, user), verifiedContacts: verifiedKindsOf(user) };
};

function verifiedKindsOf({ email, email_verified, phone_number, phone_verified }: Row<'users'>): ContactKind[] {
  return [
    ...(email !== null && email_verified ? ['EMAIL' as const] : []),
    ...(phone_number !== null && phone_verified ? ['PHONE_NUMBER' as const] : []),
  ];
}
