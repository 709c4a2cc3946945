import type { updateWebhookEndpoint } from '../../../../contract/webhooks.js';
import type { Row } from '../../../store/schema.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { endpointsOf, writeEndpoint } from '../../records/webhooks.js';
import { checkEndpoint, findEndpoint } from './changedEndpoint.js';

export const updateWebhookEndpointHandler: ActivityHandler<typeof updateWebhookEndpoint> = {
  async execute({ parameters }, { tools, transaction, organization, nowMs }) {
    const organizationId = organization.organization_id;
    const { endpointId, isActive } = parameters;
    const before = await findEndpoint(transaction, organizationId, endpointId);
    const { url = before.url, name = before.name } = parameters;
    const others = (await endpointsOf(transaction, organizationId)).filter((each) => each.endpoint_id !== endpointId);
    checkEndpoint(tools, { url, name }, others);
    const is_active = isActive === undefined ? before.is_active : isActive ? 1 : 0;
    const changed: Row<'webhook_endpoints'> = { ...before, url, name, is_active, updated_at_ms: nowMs };
    await transaction
      .updateTable('webhook_endpoints')
      .set({ url, name, is_active, updated_at_ms: nowMs })
      .where('organization_id', '=', organizationId)
      .where('endpoint_id', '=', endpointId)
      .execute();
    return done({ endpointId, webhookEndpoint: writeEndpoint(changed) });
  },
};
