import { type ContactKind, canonicalContact, contactKindOf } from '../../../../contract/contact.js';
import { refused } from '../../../../contract/refusals.js';
import { readTokenHere } from '../../../configuration/shownToken.js';
import type { Row } from '../../../store/schema.js';
import type { Execution } from '../../engine/handlers/handler.js';
import { withdrawOfContact } from '../../engine/withdrawn.js';
import { addContact, removeContact, verifiedContactsOf } from '../../records/contacts.js';
import { changeUser } from '../../records/users.js';
import { notifyReplaced } from './contactNotice.js';

/** The proof of a user's contact: none (`claimed`), a token, or the root quorum. */
export type ContactProof = 'claimed' | 'token' | 'root quorum';

/** @param language - in which the new one was proved */
type Change = {
  readonly kind: ContactKind;
  readonly typed: string;
  readonly proof: ContactProof;
  readonly language?: string | null;
};

/**
 * Replaces a user's contact; the empty string removes it. An unchanged contact is left as it is.
 *
 * A verified contact that is replaced is sent a notice, and what waits of it is withdrawn.
 *
 * @throws {RefusedError} CONTACT_INVALID; CREDENTIAL_CONFLICT where another of the parent's sub-organizations has it verified
 */
export async function replaceContact(
  execution: Execution,
  user: Row<'users'>,
  { kind, typed, proof, language = null }: Change,
): Promise<void> {
  const { transaction, organization, nowMs } = execution;
  const { parent_id: parentId, organization_id: organizationId } = organization;
  const [column, flag] = columnsOf[kind];
  const contact = typed === '' ? null : canonicalContact(otpTypeOf[kind], typed);
  if (contact === user[column] && (proof === 'claimed' || user[flag] === 1)) return;
  const holder = { organizationId, userId: user.user_id };
  const [verified] = verifiedContactsOf(user).filter((each) => each.kind === kind);
  const known = verified ? await removeContact(transaction, verified, holder) : null;
  const isWord = proof === 'root quorum' && parentId === null;
  const isVerified = contact !== null && (proof === 'token' || isWord);
  await changeUser(transaction, user, { [column]: contact, [flag]: isVerified ? 1 : 0 }, nowMs);
  const old = user[flag] === 1 ? user[column] : null;
  if (old !== null && old !== contact) {
    await notifyReplaced(execution, { kind, contact: old, userId: user.user_id, language: known });
    await withdrawOfContact(execution, user, kind);
  }
  if (!isVerified || parentId === null) return;
  const taken = await transaction
    .selectFrom('contacts')
    .select('organization_id')
    .where('parent_id', '=', parentId)
    .where('kind', '=', kind)
    .where('contact', '=', contact)
    .executeTakeFirst();
  if (taken) throw refused('CREDENTIAL_CONFLICT');
  await addContact(transaction, { parentId, kind, contact }, { ...holder, throughProxy: true, language });
}

/**
 * Uses up a token for exactly that contact. It must not have been used to log in or sign up.
 *
 * @returns the language in which its code was requested, if any.
 * @throws {RefusedError} CONTACT_INVALID, VERIFICATION_TOKEN_INVALID, VERIFICATION_TOKEN_EXPIRED, VERIFICATION_TOKEN_SPENT
 */
export async function spendToken(
  { tools, transaction, organization, activityId, nowMs }: Execution,
  { kind, typed, text }: { kind: ContactKind; typed: string; text: string },
): Promise<string | null> {
  const token = await readTokenHere({ tools, db: transaction, nowMs }, organization, text);
  const isOfContact = typed !== '' && token.contact === canonicalContact(otpTypeOf[kind], typed);
  if (contactKindOf(token.otp_type) !== kind || !isOfContact) throw refused('VERIFICATION_TOKEN_INVALID');
  if (token.ended_at_ms !== null || token.signed_up_organization_id !== null) throw refused('VERIFICATION_TOKEN_SPENT');
  await transaction
    .updateTable('verification_tokens')
    .set({ ended_at_ms: nowMs, login_organization_id: organization.organization_id, login_activity_id: activityId })
    .where('organization_id', '=', token.organization_id)
    .where('token_id', '=', token.token_id)
    .execute();
  return token.language;
}

const columnsOf = {
  EMAIL: ['email', 'email_verified'],
  PHONE_NUMBER: ['phone_number', 'phone_verified'],
} as const;

const otpTypeOf = { EMAIL: 'OTP_TYPE_EMAIL', PHONE_NUMBER: 'OTP_TYPE_SMS' } as const;
