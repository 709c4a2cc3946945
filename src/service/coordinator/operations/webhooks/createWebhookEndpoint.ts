import { refused } from '../../../../contract/refusals.js';
import type { createWebhookEndpoint } from '../../../../contract/webhooks.js';
import type { WebhookSubscriptionParams } from '../../../../contract/webhooks.records.js';
import type { Row } from '../../../store/schema.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { endpointsOf, writeEndpoint } from '../../records/webhooks.js';
import { checkEndpoint } from './changedEndpoint.js';
import { makeSigningKey } from './signingKey.js';

/** Endpoints that an organization may have. */
const mostEndpoints = 100;

/** The first one of all makes the key that the service signs with. */
export const createWebhookEndpointHandler: ActivityHandler<typeof createWebhookEndpoint> = {
  async execute({ parameters }, { tools, transaction, organization, nowMs }) {
    if (organization.parent_id !== null) throw refused('WEBHOOKS_NOT_HERE');
    const { url, name } = parameters;
    const subscriptions = (parameters.subscriptions ?? [{ eventType: 'ACTIVITY_UPDATES' }]).map(subscription);
    const others = await endpointsOf(transaction, organization.organization_id);
    checkEndpoint(tools, { url, name }, others);
    if (others.length >= mostEndpoints) throw refused('LIMIT_REACHED', { about: 'webhook endpoints' });
    const endpoint: Row<'webhook_endpoints'> = {
      organization_id: organization.organization_id,
      endpoint_id: tools.newTimedId(nowMs),
      name,
      url,
      is_active: 1,
      subscriptions: JSON.stringify(subscriptions),
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    };
    await transaction.insertInto('webhook_endpoints').values(endpoint).execute();
    await makeSigningKey(tools, transaction, nowMs);
    return done({ endpointId: endpoint.endpoint_id, webhookEndpoint: writeEndpoint(endpoint) });
  },
};

/** @throws {RefusedError} NOT_YET_SUPPORTED */
function subscription({ eventType, filtersJson = '', isActive = true }: WebhookSubscriptionParams) {
  if (eventType !== 'ACTIVITY_UPDATES') throw refused('NOT_YET_SUPPORTED', { about: eventType });
  if (filtersJson !== '') throw refused('NOT_YET_SUPPORTED', { about: 'filtersJson' });
  return { eventType, filtersJson, isActive };
}
