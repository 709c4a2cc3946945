import * as v from 'valibot';
import { uuid } from './fields.js';
import { activity } from './row.js';
import { listWebhookDeliveries, listWebhookEndpoints } from './webhooks.queries.js';
import { webhookEndpointData, webhookName, webhookSubscriptionParams, webhookUrl } from './webhooks.records.js';

const createWebhookEndpointParameters = v.strictObject({
  url: webhookUrl,
  name: webhookName,
  subscriptions: v.optional(v.pipe(v.array(webhookSubscriptionParams), v.maxLength(10, 'must be at most 10'))),
});
const createWebhookEndpointResult = v.object({ endpointId: v.string(), webhookEndpoint: webhookEndpointData });
export interface CreateWebhookEndpointParameters extends v.InferInput<typeof createWebhookEndpointParameters> {}
export interface CreateWebhookEndpointResult extends v.InferOutput<typeof createWebhookEndpointResult> {}

/**
 * Creates a webhook endpoint: activities of the organization and its sub-organizations are sent to its URL, signed. Without `subscriptions`
 * it receives all activities.
 *
 * @remarks In top-level organizations only, at most 100 each. The URL is public https, and its host resolves to public addresses only; in
 * development also http on this machine.
 * @throws WEBHOOKS_NOT_HERE, WEBHOOK_URL_REFUSED, NAME_TAKEN, LIMIT_REACHED, NOT_YET_SUPPORTED
 * @see docs/wire.md 2.7, 2.14 `create_webhook_endpoint`
 */
export const createWebhookEndpoint = activity({
  name: 'create_webhook_endpoint',
  versions: {
    V1: {
      parameters: createWebhookEndpointParameters as v.GenericSchema<CreateWebhookEndpointParameters>,
      result: createWebhookEndpointResult as v.GenericSchema<CreateWebhookEndpointResult>,
    },
  },
  newest: 'V1',
  resource: 'WEBHOOK_ENDPOINT',
  action: 'CREATE',
  right: 'quorum',
  changes: [listWebhookEndpoints],
  refusals: ['WEBHOOKS_NOT_HERE', 'WEBHOOK_URL_REFUSED', 'NAME_TAKEN', 'LIMIT_REACHED', 'NOT_YET_SUPPORTED'],
});

const updateWebhookEndpointParameters = v.strictObject({
  endpointId: uuid,
  url: v.optional(webhookUrl),
  name: v.optional(webhookName),
  isActive: v.optional(v.boolean()),
});
const updateWebhookEndpointResult = v.object({ endpointId: v.string(), webhookEndpoint: webhookEndpointData });
export interface UpdateWebhookEndpointParameters extends v.InferInput<typeof updateWebhookEndpointParameters> {}
export interface UpdateWebhookEndpointResult extends v.InferOutput<typeof updateWebhookEndpointResult> {}

/**
 * Changes the given members of a webhook endpoint. Pending deliveries go to the new URL; while the endpoint is inactive nothing is sent,
 * and events of that time are not sent later.
 *
 * @throws WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_URL_REFUSED, NAME_TAKEN
 * @see docs/wire.md 2.14 `update_webhook_endpoint`
 */
export const updateWebhookEndpoint = activity({
  name: 'update_webhook_endpoint',
  versions: {
    V1: {
      parameters: updateWebhookEndpointParameters as v.GenericSchema<UpdateWebhookEndpointParameters>,
      result: updateWebhookEndpointResult as v.GenericSchema<UpdateWebhookEndpointResult>,
    },
  },
  newest: 'V1',
  resource: 'WEBHOOK_ENDPOINT',
  action: 'UPDATE',
  policyParameters: ['endpointId'],
  right: 'quorum',
  changes: [listWebhookEndpoints],
  refusals: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOK_URL_REFUSED', 'NAME_TAKEN'],
});

const deleteWebhookEndpointParameters = v.strictObject({ endpointId: uuid });
const deleteWebhookEndpointResult = v.object({ endpointId: v.string() });
export interface DeleteWebhookEndpointParameters extends v.InferInput<typeof deleteWebhookEndpointParameters> {}
export interface DeleteWebhookEndpointResult extends v.InferOutput<typeof deleteWebhookEndpointResult> {}

/**
 * Deletes a webhook endpoint. Its pending deliveries are not sent.
 *
 * @throws WEBHOOK_ENDPOINT_NOT_FOUND
 * @see docs/wire.md 2.14 `delete_webhook_endpoint`
 */
export const deleteWebhookEndpoint = activity({
  name: 'delete_webhook_endpoint',
  versions: {
    V1: {
      parameters: deleteWebhookEndpointParameters as v.GenericSchema<DeleteWebhookEndpointParameters>,
      result: deleteWebhookEndpointResult as v.GenericSchema<DeleteWebhookEndpointResult>,
    },
  },
  newest: 'V1',
  resource: 'WEBHOOK_ENDPOINT',
  action: 'DELETE',
  policyParameters: ['endpointId'],
  right: 'quorum',
  changes: [listWebhookEndpoints],
  refusals: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
});

const resendWebhookDeliveryParameters = v.strictObject({ endpointId: uuid, eventId: uuid });
const resendWebhookDeliveryResult = v.object({ endpointId: v.string(), eventId: v.string() });
export interface ResendWebhookDeliveryParameters extends v.InferInput<typeof resendWebhookDeliveryParameters> {}
export interface ResendWebhookDeliveryResult extends v.InferOutput<typeof resendWebhookDeliveryResult> {}

/**
 * Sends a delivery of the last week again, whatever became of it, in an activity of our own: with the same event id, a fresh time and
 * signature, and the activity as it is now. It is tried for another 24 hours. One that still waits is sent at once.
 *
 * @throws WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_PAUSED, TOO_MANY_RESENDS
 * @see A row of our own
 */
export const resendWebhookDelivery = activity({
  name: 'resend_webhook_delivery',
  versions: {
    V1: {
      parameters: resendWebhookDeliveryParameters as v.GenericSchema<ResendWebhookDeliveryParameters>,
      result: resendWebhookDeliveryResult as v.GenericSchema<ResendWebhookDeliveryResult>,
    },
  },
  newest: 'V1',
  resource: 'WEBHOOK_ENDPOINT',
  action: 'UPDATE',
  right: 'quorum',
  changes: [listWebhookDeliveries],
  refusals: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_PAUSED', 'TOO_MANY_RESENDS'],
  unrecorded: { TOO_MANY_RESENDS: 'always' },
});
