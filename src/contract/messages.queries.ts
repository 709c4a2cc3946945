import * as v from 'valibot';
import { emailTemplateKind, emailTemplateVariables } from './emailTemplates.records.js';
import { contact, language, pagination, text, uuid } from './fields.js';
import {
  type EmailTemplateFault,
  type MessageRecord,
  messageKind,
  messageRecord,
  messageState,
  templateFault,
} from './messages.records.js';
import { query } from './row.js';

const listMessagesRequest = v.strictObject({
  organizationId: uuid,
  kind: v.optional(messageKind),
  state: v.optional(messageState),
  contact: v.optional(contact),
  paginationOptions: v.optional(pagination),
});
const listMessagesResponse = v.object({
  messages: v.array(messageRecord as v.GenericSchema<unknown, MessageRecord>),
});
export interface ListMessagesRequest extends v.InferInput<typeof listMessagesRequest> {}
export interface ListMessagesResponse extends v.InferOutput<typeof listMessagesResponse> {}

/**
 * The e-mails and text messages of a top-level organization and its sub-organizations of the last seven days, and what became of them, in a
 * query of our own; newest first, ten a page by default. What they say and whom they are for is not kept. Those of a sub-organization are
 * among its parent's, and not listed by its own id. Users of the top-level organization alone may ask.
 *
 * @param contact - an e-mail address, or a phone number: only messages to it, aliases of a mailbox as one.
 * @throws CONTACT_INVALID
 * @see A row of our own
 */
export const listMessages = query({
  name: 'list_messages',
  request: listMessagesRequest as v.GenericSchema<ListMessagesRequest>,
  response: listMessagesResponse as v.GenericSchema<ListMessagesResponse>,
  readers: 'top level',
  refusals: ['CONTACT_INVALID'],
});

/* @__NO_SIDE_EFFECTS__ */
const part = (most: number) => v.pipe(v.string(), v.maxLength(most, `must have at most ${most} characters`));

const editedTemplate = v.strictObject({
  variables: v.optional(emailTemplateVariables),
  subject: part(255),
  text: part(16_384),
  html: part(65_536),
});
const previewEmailTemplateRequest = v.strictObject({
  organizationId: uuid,
  kind: emailTemplateKind,
  language: v.optional(language),
  emailTemplateId: v.optional(uuid),
  edited: v.optional(editedTemplate),
  templateVariables: v.optional(text),
});
const previewEmailTemplateResponse = v.object({
  mail: v.optional(v.object({ subject: v.string(), text: v.string(), html: v.string() })),
  faults: v.array(templateFault as v.GenericSchema<unknown, EmailTemplateFault>),
});
export interface PreviewEmailTemplateRequest extends v.InferInput<typeof previewEmailTemplateRequest> {}
export interface PreviewEmailTemplateResponse extends v.InferOutput<typeof previewEmailTemplateResponse> {}

/**
 * The mail that a template makes, with samples of what the service gives, in a query of our own; nothing is kept or sent. The template is
 * the one that is `edited`, or the stored one; with neither it is the mail that the service sends without a template.
 *
 * @param templateVariables - values of the template's own variables, as a flat JSON object of texts; what it does not give, the
 * configuration gives, or else a sample does.
 * @returns `mail`, unless the template has `faults`.
 * @throws EMAIL_TEMPLATE_NOT_FOUND; EMAIL_TEMPLATE_UNFIT where the stored template is of another kind
 * @see A row of our own
 */
export const previewEmailTemplate = query({
  name: 'preview_email_template',
  request: previewEmailTemplateRequest as v.GenericSchema<PreviewEmailTemplateRequest>,
  response: previewEmailTemplateResponse as v.GenericSchema<PreviewEmailTemplateResponse>,
  readers: 'top level',
  refusals: ['EMAIL_TEMPLATE_NOT_FOUND', 'EMAIL_TEMPLATE_UNFIT'],
});
