import type { deleteWebhookEndpoint } from '../../../../contract/webhooks.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { findEndpoint } from './changedEndpoint.js';

/** What waits for it in the outbox finds it gone when its time comes. */
export const deleteWebhookEndpointHandler: ActivityHandler<typeof deleteWebhookEndpoint> = {
  async execute({ parameters: { endpointId } }, { transaction, organization }) {
    await findEndpoint(transaction, organization.organization_id, endpointId);
    await transaction
      .deleteFrom('webhook_endpoints')
      .where('organization_id', '=', organization.organization_id)
      .where('endpoint_id', '=', endpointId)
      .execute();
    return done({ endpointId });
  },
};
