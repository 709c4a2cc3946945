import type * as messages from '../../../src/contract/messages.js';
import type * as queries from '../../../src/contract/messages.queries.js';
import type { Examples } from './example.js';

/** The users of examples have no verified contact: the tests of messages send. */
export const messageExamples: Examples<typeof messages & typeof queries> = {
  sendTestMessage: {
    request: () => ({ channel: 'EMAIL' }),
    inParent: 'OWN_CONTACT_UNVERIFIED',
    inSub: 'TEST_MESSAGES_NOT_HERE',
  },
  listMessages: { request: () => ({ contact: 'ada@example.com' }) },
  previewEmailTemplate: { request: () => ({ kind: 'EMAIL_TEMPLATE_KIND_CODE' }) },
};
