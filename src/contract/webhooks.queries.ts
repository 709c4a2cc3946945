import * as v from 'valibot';
import { pagination, uuid } from './fields.js';
import { query } from './row.js';
import {
  type WebhookDelivery,
  type WebhookEndpointData,
  webhookDelivery,
  webhookEndpointData,
} from './webhooks.records.js';

const listWebhookEndpointsRequest = v.strictObject({ organizationId: uuid });
const listWebhookEndpointsResponse = v.object({
  webhookEndpoints: v.array(webhookEndpointData as v.GenericSchema<unknown, WebhookEndpointData>),
});
export interface ListWebhookEndpointsRequest extends v.InferInput<typeof listWebhookEndpointsRequest> {}
export interface ListWebhookEndpointsResponse extends v.InferOutput<typeof listWebhookEndpointsResponse> {}

/**
 * The webhook endpoints of an organization, oldest first.
 *
 * @see docs/wire.md 2.15 `list_webhook_endpoints`
 */
export const listWebhookEndpoints = query({
  name: 'list_webhook_endpoints',
  request: listWebhookEndpointsRequest as v.GenericSchema<ListWebhookEndpointsRequest>,
  response: listWebhookEndpointsResponse as v.GenericSchema<ListWebhookEndpointsResponse>,
  refusals: [],
});

const listWebhookDeliveriesRequest = v.strictObject({
  organizationId: uuid,
  endpointId: uuid,
  paginationOptions: v.optional(pagination),
});
const listWebhookDeliveriesResponse = v.object({
  webhookDeliveries: v.array(webhookDelivery as v.GenericSchema<unknown, WebhookDelivery>),
});
export interface ListWebhookDeliveriesRequest extends v.InferInput<typeof listWebhookDeliveriesRequest> {}
export interface ListWebhookDeliveriesResponse extends v.InferOutput<typeof listWebhookDeliveriesResponse> {}

/**
 * The deliveries to a webhook endpoint of the last week with their outcome, newest first; ten a page by default.
 *
 * @throws WEBHOOK_ENDPOINT_NOT_FOUND
 * @see A row of our own
 */
export const listWebhookDeliveries = query({
  name: 'list_webhook_deliveries',
  request: listWebhookDeliveriesRequest as v.GenericSchema<ListWebhookDeliveriesRequest>,
  response: listWebhookDeliveriesResponse as v.GenericSchema<ListWebhookDeliveriesResponse>,
  refusals: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
});
