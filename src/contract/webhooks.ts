import * as v from 'valibot';
import { uuid } from './fields.js';
import { activity } from './row.js';
import { listWebhookEndpoints } from './webhooks.queries.js';
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
 * Has the service tell a server of yours what happens: what the organization and its sub-organizations do is sent to this address,
 * signed. Without `subscriptions` the endpoint hears of all activities.
 *
 * @remarks Made in top-level organizations only, at most 100 each. A public https address, whose host name resolves to public
 * addresses alone; in development http to this machine, too.
 * @throws WEBHOOKS_NOT_HERE, WEBHOOK_URL_REFUSED, NAME_TAKEN, LIMIT_REACHED, NOT_YET_SUPPORTED
 * @see Wire facts 2.7, 2.14 `create_webhook_endpoint`
 */
export const createWebhookEndpoint = activity({
  name: 'create_webhook_endpoint',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT',
      intentKey: 'createWebhookEndpointIntent',
      resultKey: 'createWebhookEndpointResult',
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
 * Changes the members given of a webhook endpoint, and no others. What waits for it goes to the new address; while it is not
 * active, nothing does, and what happens then is not told later.
 *
 * @throws WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_URL_REFUSED, NAME_TAKEN
 * @see Wire facts 2.14 `update_webhook_endpoint`
 */
export const updateWebhookEndpoint = activity({
  name: 'update_webhook_endpoint',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT',
      intentKey: 'updateWebhookEndpointIntent',
      resultKey: 'updateWebhookEndpointResult',
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
 * Deletes a webhook endpoint. What waits for it is not sent any more.
 *
 * @throws WEBHOOK_ENDPOINT_NOT_FOUND
 * @see Wire facts 2.14 `delete_webhook_endpoint`
 */
export const deleteWebhookEndpoint = activity({
  name: 'delete_webhook_endpoint',
  versions: {
    V1: {
      type: 'ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT',
      intentKey: 'deleteWebhookEndpointIntent',
      resultKey: 'deleteWebhookEndpointResult',
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
