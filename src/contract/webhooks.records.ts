import * as v from 'valibot';
import { label, text, timestamp } from './fields.js';
import { readUrl } from './readUrl.js';

/**
 * A webhook's URL. The service's settings decide which hosts it may reach: public ones, and this machine in development. Passwords are not
 * allowed, since the URL is recorded.
 */
export const webhookUrl = v.pipe(
  v.string(),
  v.maxLength(2048, 'must have at most 2048 characters'),
  v.check(isWebhookUrl, 'must be an https URL without user and password'),
);

function isWebhookUrl(url: string): boolean {
  const read = readUrl(url);
  return (
    read !== undefined && ['https:', 'http:'].includes(read.protocol) && read.username === '' && read.password === ''
  );
}

/** The events that a server subscribes to. @see docs/wire.md 2.7 */
export const webhookSubscriptionParams = v.strictObject({
  eventType: v.picklist(
    ['ACTIVITY_UPDATES', 'BALANCE_CONFIRMED_UPDATES', 'BALANCE_FINALIZED_UPDATES', 'SEND_TRANSACTION_STATUS_UPDATES'],
    'must be an event type',
  ),
  filtersJson: v.optional(text),
  isActive: v.optional(v.boolean()),
});
export interface WebhookSubscriptionParams extends v.InferInput<typeof webhookSubscriptionParams> {}

export const webhookName = label;

const webhookSubscription = v.object({ eventType: v.string(), filtersJson: v.string(), isActive: v.boolean() });

/** A webhook endpoint. @see docs/wire.md 2.11 */
export const webhookEndpointData = v.object({
  endpointId: v.string(),
  organizationId: v.string(),
  url: v.string(),
  name: v.string(),
  isActive: v.boolean(),
  subscriptions: v.array(webhookSubscription),
});
export interface WebhookEndpointData extends v.InferOutput<typeof webhookEndpointData> {}

/**
 * A delivery of an event to an endpoint. `responseStatus`: the endpoint's last HTTP status, absent if it has not answered. PENDING is
 * retried; FAILED is not: the endpoint refused it (3xx, 4xx), or 24 hours have passed.
 */
export const webhookDelivery = v.object({
  eventId: v.string(),
  endpointId: v.string(),
  eventType: v.string(),
  organizationId: v.string(),
  activityId: v.string(),
  status: v.picklist([
    'WEBHOOK_DELIVERY_STATUS_PENDING',
    'WEBHOOK_DELIVERY_STATUS_DELIVERED',
    'WEBHOOK_DELIVERY_STATUS_FAILED',
  ]),
  tries: v.number(),
  responseStatus: v.optional(v.number()),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export interface WebhookDelivery extends v.InferOutput<typeof webhookDelivery> {}
