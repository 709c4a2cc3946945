import type { Kysely } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { WebhookEndpointData } from '../../../contract/webhooks.records.js';
import { enqueue } from '../../delivery/outbox.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';

type Subscription = WebhookEndpointData['subscriptions'][number];

/** An endpoint as the wire has it. */
export const writeEndpoint = (endpoint: Row<'webhook_endpoints'>): WebhookEndpointData => ({
  endpointId: endpoint.endpoint_id,
  organizationId: endpoint.organization_id,
  url: endpoint.url,
  name: endpoint.name,
  isActive: endpoint.is_active === 1,
  subscriptions: JSON.parse(endpoint.subscriptions) as Subscription[],
});

/** The endpoints of an organization, oldest first. */
export const endpointsOf = (db: Kysely<Tables>, organizationId: string): Promise<Row<'webhook_endpoints'>[]> =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('endpoint_id')
    .execute();

/** The endpoints that receive an organization's events: its own, and its parent's. */
export async function subscribedEndpoints(
  db: Kysely<Tables>,
  { organization_id, parent_id }: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>,
  eventType: Subscription['eventType'],
): Promise<Row<'webhook_endpoints'>[]> {
  const endpoints = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', 'in', parent_id === null ? [organization_id] : [organization_id, parent_id])
    .where('is_active', '=', 1)
    .execute();
  return endpoints.filter((endpoint) =>
    writeEndpoint(endpoint).subscriptions.some((each) => each.isActive && each.eventType === eventType),
  );
}

/** An event. */
export type HappenedEvent = {
  readonly eventType: string;
  readonly happenedIn: string;
  readonly activityId: string;
  readonly content: object;
  readonly nowMs: number;
};

/** For how long an event is tried. */
const triedMs = 24 * 60 * 60_000;

/** Puts an event into the outbox, once for each endpoint. */
export async function announce(
  tools: Tools,
  db: Kysely<Tables>,
  endpoints: readonly Row<'webhook_endpoints'>[],
  { eventType, happenedIn, activityId, content, nowMs }: HappenedEvent,
): Promise<void> {
  for (const { organization_id: organizationId, endpoint_id: endpointId } of endpoints) {
    const eventId = tools.newTimedId(nowMs);
    const delivery: Row<'webhook_deliveries'> = {
      organization_id: organizationId,
      endpoint_id: endpointId,
      event_id: eventId,
      event_type: eventType,
      happened_in: happenedIn,
      activity_id: activityId,
      status: 'PENDING',
      tries: 0,
      response_status: null,
      expires_at_ms: nowMs + triedMs,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    };
    await db.insertInto('webhook_deliveries').values(delivery).execute();
    await post(tools, db, delivery, content, nowMs);
  }
}

/**
 * Puts an event into the outbox again, as if it had just happened; one that is still there is due at once, unless it is being sent.
 *
 * @throws {RefusedError} TOO_MANY_RESENDS
 */
export async function announceAgain(
  tools: Tools,
  db: Kysely<Tables>,
  before: Row<'webhook_deliveries'>,
  content: object,
  nowMs: number,
): Promise<void> {
  const { organization_id, endpoint_id, event_id } = before;
  const waiting = await db
    .selectFrom('outbox')
    .select('leased_until_ms')
    .where('organization_id', '=', organization_id)
    .where('message_id', '=', event_id)
    .executeTakeFirst();
  const leasedForMs = (waiting?.leased_until_ms ?? 0) - nowMs;
  if (leasedForMs > 0) throw refused('TOO_MANY_RESENDS', { retryAfterMs: leasedForMs });
  const changes = { status: 'PENDING', expires_at_ms: nowMs + triedMs, updated_at_ms: nowMs } as const;
  await db
    .updateTable('webhook_deliveries')
    .set(changes)
    .where('organization_id', '=', organization_id)
    .where('endpoint_id', '=', endpoint_id)
    .where('event_id', '=', event_id)
    .execute();
  if (!waiting) return post(tools, db, { ...before, ...changes }, content, nowMs);
  await db
    .updateTable('outbox')
    .set({ due_at_ms: nowMs, expires_at_ms: changes.expires_at_ms })
    .where('organization_id', '=', organization_id)
    .where('message_id', '=', event_id)
    .execute();
  tools.posted('webhook');
}

/** One key signs for all organizations: the body says for which endpoint it was written. */
const post = (
  tools: Tools,
  db: Kysely<Tables>,
  delivery: Row<'webhook_deliveries'>,
  content: object,
  nowMs: number,
): Promise<void> => {
  const { organization_id: organizationId, endpoint_id: endpointId, event_type: eventType } = delivery;
  const body = JSON.stringify({ ...content, webhookEndpointId: endpointId });
  return enqueue(tools, db, {
    organizationId,
    messageId: delivery.event_id,
    draft: { channel: 'webhook', organizationId, endpointId, eventType, happenedIn: delivery.happened_in, body },
    requester: endpointId,
    owner: { kind: 'webhook_endpoint', id: endpointId },
    nowMs,
    expiresAtMs: delivery.expires_at_ms,
  });
};
