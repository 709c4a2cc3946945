import { canonicalContact } from '../../../../contract/contact.js';
import type { listMessages } from '../../../../contract/messages.queries.js';
import type { AnswerQuery } from '../../engine/handlers/handler.js';
import { readPage } from '../../engine/pagination.js';
import { contactHashes, messagesOf, writeMessage } from '../../records/messages.js';

/** The contact that is typed is hashed, and kept nowhere. */
export const answerListMessages: AnswerQuery<typeof listMessages> = async (
  { kind, state, contact, paginationOptions },
  { tools, db, organization: { organization_id: organizationId } },
) => {
  const nowMs = tools.clock();
  const filter = {
    kind,
    state,
    contactHashes: contact === undefined ? undefined : await contactHashes(tools, listed(organizationId, contact)),
  } as const;
  const found = await readPage(
    messagesOf(db, organizationId, filter, nowMs),
    { by: 'message_id', from: 'greatest' },
    paginationOptions,
  );
  return { messages: found.map((row) => writeMessage(row, nowMs)) };
};

/** @throws {RefusedError} CONTACT_INVALID */
function listed(organizationId: string, typed: string) {
  const otpType = typed.includes('@') ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS';
  return { organizationId, otpType, contact: canonicalContact(otpType, typed.trim()) } as const;
}
