import * as v from 'valibot';
import { timestamp } from './fields.js';

/** By what a message is sent. Events of webhooks have a list of their own. */
export const messageChannel = v.picklist(['EMAIL', 'SMS'], 'must be EMAIL or SMS');
export type MessageChannel = v.InferOutput<typeof messageChannel>;

/** What a message is for. */
export const messageKind = v.picklist(
  ['CODE', 'LOGIN_LINK', 'RECOVERY_LINK', 'LOGIN_PAGE', 'RECOVERY_PAGE', 'INVITATION', 'CONTACT_NOTICE', 'TEST'],
  'must be a kind of message',
);
export type MessageKind = v.InferOutput<typeof messageKind>;

/**
 * What became of a message: it waits to be sent, or for its next try; the mail server or the SMS service has taken it; it was refused for
 * good; its time ended before it could be sent; or it was not wanted any more, since its code was used or replaced.
 */
export const messageState = v.picklist(
  ['WAITING', 'SENT', 'GIVEN_UP', 'EXPIRED', 'NOT_WANTED'],
  'must be a state of a message',
);
export type MessageState = v.InferOutput<typeof messageState>;

/**
 * A message, without what it says and whom it is for. `contactHash`: the same for each message to a contact, as limits count it. `refusal`:
 * why the last try failed. `changedAt`: when it was sent, tried or given up last.
 */
export const messageRecord = v.object({
  messageId: v.string(),
  channel: messageChannel,
  kind: messageKind,
  state: messageState,
  tries: v.number(),
  refusal: v.optional(v.string()),
  contactHash: v.string(),
  createdAt: timestamp,
  changedAt: timestamp,
});
export interface MessageRecord extends v.InferOutput<typeof messageRecord> {}

/** What keeps a template from being sent, and where it stands, from one on. `variables`: their names, or what they are given. */
export const templateFault = v.object({
  part: v.picklist(['subject', 'text', 'html', 'variables']),
  line: v.optional(v.number()),
  column: v.optional(v.number()),
  description: v.string(),
});
export interface EmailTemplateFault extends v.InferOutput<typeof templateFault> {}
