import type { Refusal } from './serviceRefusals.js';

/** Templates of e-mails: a part of the table of refusals. */
export const templateRefusals = {
  EMAIL_TEMPLATES_NOT_HERE: {
    grpc: 9,
    status: 400,
    text: 'E-mail templates are made in top-level organizations only; mail of sub-organizations looks as their parent says.',
  },
  TEST_MESSAGES_NOT_HERE: { grpc: 9, status: 400, text: 'Test messages are sent in top-level organizations only.' },
  EMAIL_TEMPLATE_INVALID: { grpc: 3, status: 400, text: 'The e-mail template is not valid.' },
  EMAIL_TEMPLATE_NOT_FOUND: {
    grpc: 5,
    status: 404,
    text: 'There is no such e-mail template in the organization.',
  },
  EMAIL_TEMPLATE_CHANGED: {
    grpc: 10,
    status: 409,
    text: 'The e-mail template was changed meanwhile, in what this would change. Nothing was changed: look at it first.',
  },
  EMAIL_TEMPLATE_IN_USE: {
    grpc: 9,
    status: 400,
    text: 'The auth proxy configuration names this e-mail template: name another one there first.',
  },
  EMAIL_TEMPLATE_UNFIT: {
    grpc: 9,
    status: 400,
    text: 'The e-mail template does not fit this mail: it is of another kind, what it shows is not given, or the mail could be too long.',
  },
} as const satisfies Record<string, Refusal>;
