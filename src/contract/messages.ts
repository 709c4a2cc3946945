import * as v from 'valibot';
import { language, uuid } from './fields.js';
import { listMessages } from './messages.queries.js';
import { messageChannel } from './messages.records.js';
import { activity } from './row.js';

const sendTestMessageParameters = v.strictObject({
  channel: messageChannel,
  emailTemplateId: v.optional(uuid),
  language: v.optional(language),
});
const sendTestMessageResult = v.object({ messageId: v.string() });
export interface SendTestMessageParameters extends v.InferInput<typeof sendTestMessageParameters> {}
export interface SendTestMessageResult extends v.InferOutput<typeof sendTestMessageResult> {}

/**
 * Sends a test message to the caller's own verified e-mail address or phone number, and to no other; with `emailTemplateId` the mail that
 * the template makes of samples. It counts in the limits of the contact and in the caps. `list_messages` says what becomes of it.
 * Top-level organizations only.
 *
 * @throws OWN_CONTACT_UNVERIFIED; TEST_MESSAGES_NOT_HERE in a sub-organization; EMAIL_TEMPLATE_NOT_FOUND; EMAIL_TEMPLATE_UNFIT where the template
 * cannot be filled, or the message is no e-mail; CONTACT_NOT_SERVED, TOO_MANY_CODES, LOGIN_BUSY
 * @see A row of our own
 */
export const sendTestMessage = activity({
  name: 'send_test_message',
  versions: {
    V1: {
      parameters: sendTestMessageParameters as v.GenericSchema<SendTestMessageParameters>,
      result: sendTestMessageResult as v.GenericSchema<SendTestMessageResult>,
    },
  },
  newest: 'V1',
  resource: 'EMAIL_TEMPLATE',
  action: 'VERIFY',
  right: 'own credential',
  changes: [listMessages],
  refusals: [
    'OWN_CONTACT_UNVERIFIED',
    'TEST_MESSAGES_NOT_HERE',
    'EMAIL_TEMPLATE_NOT_FOUND',
    'EMAIL_TEMPLATE_UNFIT',
    'CONTACT_NOT_SERVED',
    'TOO_MANY_CODES',
    'LOGIN_BUSY',
  ],
  unrecorded: { LOGIN_BUSY: 'always' },
});
