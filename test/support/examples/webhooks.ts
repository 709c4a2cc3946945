import type * as webhooks from '../../../src/contract/webhooks.js';
import { createWebhookEndpoint } from '../../../src/contract/webhooks.js';
import type * as queries from '../../../src/contract/webhooks.queries.js';
import type { Store } from '../../../src/service/store/store.js';
import { absentId } from '../parties.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

const endpoint = () => ({ url: 'https://example.com/events', name: unique('Endpoint') });

export const webhookResources = {
  /** A sub-organization has none. */
  endpointId: {
    absent: absentId,
    make: async ({ parentId, done }: Maker) =>
      parentId === null ? (await done(createWebhookEndpoint, endpoint())).endpointId : absentId,
  },
};

const named = { inSub: 'WEBHOOK_ENDPOINT_NOT_FOUND', ofForeign: 'WEBHOOK_ENDPOINT_NOT_FOUND' } as const;

export const webhookExamples: Examples<typeof webhooks & typeof queries> = {
  createWebhookEndpoint: { request: endpoint, inSub: 'WEBHOOKS_NOT_HERE' },
  updateWebhookEndpoint: { request: ({ endpointId }) => ({ endpointId, name: unique('Renamed') }), ...named },
  deleteWebhookEndpoint: { request: async ({ spare }) => ({ endpointId: await spare('endpointId') }), ...named },
  resendWebhookDelivery: {
    request: ({ endpointId }) => ({ endpointId, eventId: absentId }),
    ...named,
    inParent: 'WEBHOOK_DELIVERY_NOT_FOUND',
  },
  listWebhookEndpoints: { request: () => ({}) },
  listWebhookDeliveries: { request: ({ endpointId }) => ({ endpointId }), ...named },
};

/** Deletes all other endpoints, and their events: each additional one makes every later activity slower. */
export async function deleteEndpointsBut({ db }: Store, kept: readonly string[]): Promise<void> {
  await db.deleteFrom('webhook_endpoints').where('endpoint_id', 'not in', kept).execute();
  await db.deleteFrom('webhook_deliveries').execute();
  await db.deleteFrom('outbox').where('channel', '=', 'webhook').execute();
}
