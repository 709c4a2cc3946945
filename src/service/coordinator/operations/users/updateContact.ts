import type { Execution } from '../../engine/handler.js';
import type { ContactKind } from '../../records/contacts.js';
import { checkQuorumCanAct } from '../../records/organizations.js';
import { findMember } from '../../records/users.js';
import { changeContact, spendToken } from './changeContact.js';

type ContactChange = {
  readonly userId: string;
  readonly kind: ContactKind;
  readonly typed: string;
  readonly verificationToken: string | undefined;
};

/** @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED, LAST_CREDENTIAL and those of the contact and the token */
export async function updateContact(execution: Execution, change: ContactChange): Promise<void> {
  const { transaction, organization, isByRootQuorum } = execution;
  const { userId, verificationToken: text } = change;
  const user = await findMember(transaction, organization.organization_id, userId);
  const language = text === undefined ? null : await spendToken(execution, { ...change, text });
  const word = isByRootQuorum ? 'said by the root quorum' : 'claimed';
  await changeContact(execution, user, { ...change, proof: text === undefined ? word : 'proved by a token', language });
  if (user.is_root) await checkQuorumCanAct(transaction, organization);
}
