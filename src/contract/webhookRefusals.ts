import type { Refusal } from './serviceRefusals.js';

/** The refusals of webhook endpoints: a part of the table of refusals. */
export const webhookRefusals = {
  WEBHOOKS_NOT_HERE: { grpc: 9, status: 400, text: 'Webhook endpoints are made in top-level organizations only.' },
  WEBHOOK_URL_REFUSED: {
    grpc: 3,
    status: 400,
    text: 'The service sends events to public https addresses only.',
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    grpc: 5,
    status: 404,
    text: 'There is no such webhook endpoint in the organization.',
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    grpc: 5,
    status: 404,
    text: 'There is no such delivery to that webhook endpoint, or what it told of is deleted.',
  },
  WEBHOOK_PAUSED: {
    grpc: 9,
    status: 400,
    text: 'The webhook endpoint is paused, and nothing is sent to it. Set isActive first.',
  },
  TOO_MANY_RESENDS: {
    grpc: 8,
    status: 429,
    text: 'This delivery was tried a moment ago. Wait before it is sent again.',
  },
} as const satisfies Record<string, Refusal>;
