import { timestampOf } from '../../../../contract/timestamps.js';
import type { listWebhookDeliveries } from '../../../../contract/webhooks.queries.js';
import type { WebhookDelivery } from '../../../../contract/webhooks.records.js';
import type { Row } from '../../../store/schema.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { readPage } from '../../engine/pagination.js';
import { findEndpoint } from './changedEndpoint.js';

/** Newest first. */
export const answerListWebhookDeliveries: AnswerQuery<typeof listWebhookDeliveries> = async (
  request,
  { db, tools },
) => {
  const { organizationId, endpointId, paginationOptions: page } = request;
  await findEndpoint(db, organizationId, endpointId);
  const list = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('endpoint_id', '=', endpointId);
  const found = await readPage(list, { by: 'event_id', from: 'greatest' }, page);
  const nowMs = tools.clock();
  return { webhookDeliveries: found.map((each) => writeDelivery(each, nowMs)) };
};

function writeDelivery(delivery: Row<'webhook_deliveries'>, nowMs: number): WebhookDelivery {
  const isOver = delivery.status === 'PENDING' && delivery.expires_at_ms <= nowMs;
  return {
    eventId: delivery.event_id,
    endpointId: delivery.endpoint_id,
    eventType: delivery.event_type,
    organizationId: delivery.happened_in,
    activityId: delivery.activity_id,
    status: `WEBHOOK_DELIVERY_STATUS_${isOver ? 'FAILED' : delivery.status}`,
    tries: delivery.tries,
    ...(delivery.response_status !== null && { responseStatus: delivery.response_status }),
    createdAt: timestampOf(delivery.created_at_ms),
    updatedAt: timestampOf(delivery.updated_at_ms),
  };
}
