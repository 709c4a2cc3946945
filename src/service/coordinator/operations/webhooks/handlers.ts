import type { Kysely } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import type {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  resendWebhookDelivery,
  updateWebhookEndpoint,
} from '../../../../contract/webhooks.js';
import type { listWebhookDeliveries, listWebhookEndpoints } from '../../../../contract/webhooks.queries.js';
import type { WebhookDelivery, WebhookSubscriptionParams } from '../../../../contract/webhooks.records.js';
import { limits } from '../../../limits/limits.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import { contentOf } from '../../engine/commit.js';
import type { ActivityHandler, AnswerQuery } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { readPage } from '../../engine/pagination.js';
import { findActivity } from '../../engine/record/record.js';
import { announceAgain, endpointsOf, writeEndpoint } from '../../records/webhooks.js';
import { makeSigningKey } from './signingKey.js';

/** The first one of all makes the key that the service signs with. */
const createWebhookEndpointHandler: ActivityHandler<typeof createWebhookEndpoint> = {
  async execute({ parameters }, { tools, transaction, organization, nowMs }) {
    if (organization.parent_id !== null) throw refused('WEBHOOKS_NOT_HERE');
    const { url, name } = parameters;
    const subscriptions = (parameters.subscriptions ?? [{ eventType: 'ACTIVITY_UPDATES' }]).map(subscription);
    const others = await endpointsOf(transaction, organization.organization_id);
    checkEndpoint(tools, { url, name }, others);
    if (others.length >= limits.webhookEndpoints.most) throw refused('LIMIT_REACHED', { about: 'webhook endpoints' });
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

const updateWebhookEndpointHandler: ActivityHandler<typeof updateWebhookEndpoint> = {
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

/** @throws {RefusedError} WEBHOOK_ENDPOINT_NOT_FOUND */
async function findEndpoint(
  db: Kysely<Tables>,
  organizationId: string,
  endpointId: string,
): Promise<Row<'webhook_endpoints'>> {
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  if (!endpoint) throw refused('WEBHOOK_ENDPOINT_NOT_FOUND');
  return endpoint;
}

/** Checks an endpoint's URL and name. @throws {RefusedError} WEBHOOK_URL_REFUSED, NAME_TAKEN */
function checkEndpoint(
  { outbound }: Pick<Tools, 'outbound'>,
  { url, name }: { url: string; name: string },
  others: readonly Row<'webhook_endpoints'>[],
): void {
  if (!outbound.mayReach(url)) throw refused('WEBHOOK_URL_REFUSED');
  if (others.some((other) => other.name === name)) throw refused('NAME_TAKEN', { about: 'webhook endpoint' });
}

/** What waits for it in the outbox finds it gone when its time comes. */
const deleteWebhookEndpointHandler: ActivityHandler<typeof deleteWebhookEndpoint> = {
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

/** The activity is told of as it is now: the event's own text is not kept once it was sent. */
const resendWebhookDeliveryHandler: ActivityHandler<typeof resendWebhookDelivery> = {
  async execute({ parameters: { endpointId, eventId } }, { tools, transaction, organization, nowMs }) {
    const endpoint = await findEndpoint(transaction, organization.organization_id, endpointId);
    const delivery = await transaction
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('organization_id', '=', organization.organization_id)
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    const activity = delivery && (await findActivity(transaction, delivery.happened_in, delivery.activity_id));
    if (!(delivery && activity)) throw refused('WEBHOOK_DELIVERY_NOT_FOUND');
    if (endpoint.is_active === 0) throw refused('WEBHOOK_PAUSED');
    const retryAfterMs = delivery.updated_at_ms + limits.secondsBetweenResends.most * 1000 - nowMs;
    if (retryAfterMs > 0) throw refused('TOO_MANY_RESENDS', { retryAfterMs });
    await announceAgain(tools, transaction, delivery, await contentOf(tools, transaction, activity, nowMs), nowMs);
    return done({ endpointId, eventId });
  },
};

const answerListWebhookEndpoints: AnswerQuery<typeof listWebhookEndpoints> = async ({ organizationId }, { db }) => ({
  webhookEndpoints: (await endpointsOf(db, organizationId)).map(writeEndpoint),
});

/** Newest first. */
const answerListWebhookDeliveries: AnswerQuery<typeof listWebhookDeliveries> = async (request, { db, tools }) => {
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

export const webhooksHandlers = {
  createWebhookEndpoint: createWebhookEndpointHandler,
  updateWebhookEndpoint: updateWebhookEndpointHandler,
  deleteWebhookEndpoint: deleteWebhookEndpointHandler,
  resendWebhookDelivery: resendWebhookDeliveryHandler,
};

export const webhooksAnswers = {
  listWebhookEndpoints: answerListWebhookEndpoints,
  listWebhookDeliveries: answerListWebhookDeliveries,
};
