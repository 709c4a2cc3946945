import { checkQuorumCanAct } from '../organizations/records.js';
import type { Execution } from '../pipeline/execution.js';
import { changeContact, spendToken } from './changeContact.js';
import type { ContactKind } from './contacts.js';
import { findMember } from './records.js';

type Asked = {
  readonly userId: string;
  readonly kind: ContactKind;
  readonly typed: string;
  readonly verificationToken: string | undefined;
};

/** @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED, LAST_CREDENTIAL and those of the contact and the token */
export async function updateContact(execution: Execution, asked: Asked): Promise<void> {
  const { transaction, organization, caller } = execution;
  const { userId, verificationToken: text } = asked;
  const user = await findMember(transaction, organization.organization_id, userId);
  const language = text === undefined ? null : await spendToken(execution, { ...asked, text });
  const word = caller.user.is_root ? 'said by the root quorum' : 'claimed';
  await changeContact(execution, user, { ...asked, proof: text === undefined ? word : 'proved by a token', language });
  if (user.is_root) await checkQuorumCanAct(transaction, organization);
}
