import * as v from 'valibot';
import { label, text, timestamp } from './fields.js';
import { readUrl } from './readUrl.js';

/**
 * Where events are sent. Which hosts a service may reach, it says itself: public ones, and this machine in development.
 * A password in an address would stand in every record.
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

/** What a server wants to hear of. @see Wire facts 2.7 */
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

/** A place that events are sent to. @see Wire facts 2.11 */
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
 * An event on its way to an endpoint, or there. `responseStatus`: what the endpoint answered last, absent where it did not.
 * PENDING is tried again; FAILED is not: the endpoint refused it (3xx, 4xx), or its 24 hours are over.
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
