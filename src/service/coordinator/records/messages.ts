import type { Kysely } from 'kysely';
import type { OtpType } from '../../../contract/contact.js';
import type { MessageKind, MessageRecord, MessageState } from '../../../contract/messages.records.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { limitKeyOf } from '../../configuration/limitKey.js';
import type { MessageDraft } from '../../delivery/message.js';
import { enqueue, type Posting } from '../../delivery/outbox.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { contactTrace, type Hashing } from './loginRefusals.js';

/** How long it is known what became of a message. */
const keptMs = 7 * 24 * 60 * 60_000;

/** A message to a contact, and the list of messages in which it stands. */
export type ListedPosting = Omit<Posting, 'draft' | 'listedIn'> & {
  readonly kind: MessageKind;
  readonly draft: MessageDraft;
  /** The top-level organization. */
  readonly listedIn: string;
};

/** Puts a message into the outbox, and among those whose outcome is kept. @returns its id */
export async function postMessage(tools: Tools, db: Kysely<Tables>, posting: ListedPosting): Promise<string> {
  const { kind, listedIn, draft, nowMs, expiresAtMs, messageId = tools.newTimedId(nowMs) } = posting;
  const otpType = draft.channel === 'email' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS';
  await db
    .insertInto('sent_messages')
    .values({
      organization_id: listedIn,
      message_id: messageId,
      channel: draft.channel,
      kind,
      contact_hash: await contactHash(tools, { organizationId: listedIn, otpType, contact: draft.to }),
      state: 'WAITING',
      tries: 0,
      refusal: null,
      wanted_until_ms: expiresAtMs,
      created_at_ms: nowMs,
      changed_at_ms: nowMs,
      expires_at_ms: nowMs + keptMs,
    })
    .execute();
  await enqueue(tools, db, { ...posting, messageId });
  return messageId;
}

/** A contact, where its messages are listed. */
export type ListedContact = { readonly organizationId: string; readonly otpType: OtpType; readonly contact: string };

const contactHash = (tools: Hashing, { organizationId, otpType, contact }: ListedContact): Promise<string> =>
  contactTrace(tools, { organizationId, limitKey: limitKeyOf(otpType, contact) });

/** By what the messages to a contact are found, also those from before the last change of the pepper. */
export const contactHashes = (
  tools: Hashing & Pick<Tools, 'olderCodePeppers'>,
  contact: ListedContact,
): Promise<string[]> =>
  Promise.all(
    [tools.codePepper, ...tools.olderCodePeppers].map((codePepper) => contactHash({ ...tools, codePepper }, contact)),
  );

/** Which of an organization's messages are listed; without a member, whatever it is. */
export type MessageFilter = {
  readonly kind?: MessageKind | undefined;
  readonly state?: MessageState | undefined;
  readonly contactHashes?: readonly string[] | undefined;
};

/** Newest first, by their ids: these are in the order of time. */
export function messagesOf(db: Kysely<Tables>, organizationId: string, filter: MessageFilter, nowMs: number) {
  const { kind, state, contactHashes: hashes } = filter;
  let found = db
    .selectFrom('sent_messages')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('expires_at_ms', '>', nowMs);
  if (kind !== undefined) found = found.where('kind', '=', kind);
  if (hashes !== undefined) found = found.where('contact_hash', 'in', hashes);
  if (state === undefined) return found;
  if (state === 'WAITING') return found.where('state', '=', 'WAITING').where('wanted_until_ms', '>', nowMs);
  if (state === 'EXPIRED') return found.where('state', '=', 'WAITING').where('wanted_until_ms', '<=', nowMs);
  return found.where('state', '=', state);
}

/** A message as the wire has it. */
export const writeMessage = (row: Row<'sent_messages'>, nowMs: number): MessageRecord => {
  const isExpired = row.state === 'WAITING' && row.wanted_until_ms <= nowMs;
  return {
    messageId: row.message_id,
    channel: row.channel === 'email' ? 'EMAIL' : 'SMS',
    kind: row.kind,
    state: isExpired ? 'EXPIRED' : row.state,
    tries: row.tries,
    ...(row.refusal !== null && { refusal: row.refusal }),
    contactHash: row.contact_hash,
    createdAt: timestampOf(row.created_at_ms),
    changedAt: timestampOf(isExpired ? row.wanted_until_ms : row.changed_at_ms),
  };
};
